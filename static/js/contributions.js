// What this browser contributes to the deals of its player's games (docs/deals.md). The page of a table, which shows the server's
// commitment, sends the hash of a random contribution; a form for a quick match or a tournament takes it along. The contribution
// itself stays in this browser until everybody is there and nothing can change. Then a page that loads opens it. Kept for the
// proof: what it was, and which commitment and hashes this browser saw. Nothing is asked while nothing is sealed and unopened.
import { hex, sealed } from "./deals.js";

const KEY = "contributions", GAMES = "/contributions/", MOST = 100, SENT = 60_000;

const all = () => JSON.parse(localStorage.getItem(KEY) ?? "{}");
const keep = (hash, known) => {
  const kept = all();
  kept[hash] = { ...kept[hash], ...known };
  const newest = Object.entries(kept).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
};

const { account } = document.documentElement.dataset;
const prepare = async () => {
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { value, hash: await sealed(value) };
};
const keepSealed = ({ value, hash }, known) => keep(hash, { value, at: Date.now(), by: account, ...known });

// At the table: the commitment stands on this page, so the server's secret was there first.
const sealHere = async (form) => {
  const own = await prepare();
  keepSealed(own, { to: GAMES, commitment: form.dataset.seal });
  const body = new URLSearchParams([...new FormData(form), ["sealed", own.hash]]);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) return;
  const then = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-table]");
  const here = document.querySelector("[data-table]");
  if (!then?.dataset.state) return;
  here.querySelector(".places").replaceWith(then.querySelector(".places"));
  here.dataset.state = then.dataset.state; // table.js need not load the page anew
};

let next = null;
const sealWith = async (forms) => {
  next = forms.length ? await prepare() : null;
};
document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || !form.matches("[data-seals]") || !next) return;
  form.querySelector("input[name=sealed]")?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "sealed", value: next.hash }));
  keepSealed(next, { to: form.dataset.seals || GAMES });
  sealWith([form]);
});

const isPending = (one) => one && !one.opened && !one.gone && (one.by ?? account) === account;

const open = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { token, tables, sealed: still } = await answer.json();
  for (const { table, commitment, sealed: hashes, beacon } of tables) {
    const own = hashes.find((hash) => isPending(all()[hash]));
    if (!own) continue;
    const before = all()[own];
    if (before.commitment && before.commitment !== commitment) continue; // another secret than was shown before: not opened
    if (before.sealed && before.sealed.join() !== hashes.join()) continue; // another list
    if (before.sealed && (before.beacon ?? null) !== (beacon ?? null)) continue; // another public round
    keep(own, { table, commitment, sealed: hashes, beacon });
    const body = new URLSearchParams({ table, contribution: before.value });
    const taken = await fetch(address, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (taken.ok) keep(own, { opened: Date.now() });
  }
  for (const [hash, one] of Object.entries(all())) {
    // its player has left, or the game began without it; what was sent a moment ago may not have arrived
    if (isPending(one) && one.to === address && !still.includes(hash) && Date.now() - one.at > SENT) keep(hash, { gone: true });
  }
};

if (globalThis.crypto?.subtle && account) {
  sealWith(document.querySelectorAll("form[data-seals]"));
  const form = document.querySelector("form[data-seal]");
  if (form) sealHere(form).catch(() => {}); // the net is away: the next page does it
  for (const address of new Set(Object.values(all()).filter(isPending).map((one) => one.to))) open(address).catch(() => {});
}
