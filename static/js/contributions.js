// What this browser contributes to the deals of its player's games (docs/deals.md). A form that agrees to a table's terms takes the
// hash of a random contribution along; the contribution itself stays in this browser until the table is full and can no longer
// change. Then it is opened. Kept for the proof: what it was, and which commitment and hashes this browser saw before it opened.
import { hex, sealed } from "./deals.js";

const KEY = "contributions", GAMES = "/contributions/", MOST = 100, LONGEST = 60 * 24 * 60 * 60 * 1000, AGAIN = 60_000;

const all = () => JSON.parse(localStorage.getItem(KEY) ?? "{}");
const keep = (hash, known) => {
  const kept = all();
  kept[hash] = { ...kept[hash], ...known };
  const newest = Object.entries(kept).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
};

const { account } = document.documentElement.dataset; // none where the form creates it
let next = null;
const prepare = async () => {
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  next = { value, hash: await sealed(value) };
};

document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || !form.matches("[data-seals]") || !next) return;
  form.querySelector("input[name=sealed]")?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "sealed", value: next.hash }));
  keep(next.hash, { value: next.value, at: Date.now(), to: form.dataset.seals || GAMES, by: account });
  next = null;
  prepare();
});

const isPending = (one) => one && !one.opened && (one.by ?? account) === account && Date.now() - one.at < LONGEST;

const open = async (address) => {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { token, tables } = await answer.json();
  for (const { table, commitment, sealed: hashes } of tables) {
    const own = hashes.find((hash) => isPending(all()[hash]));
    if (!own) continue;
    const before = all()[own].sealed;
    if (before && before.join() !== hashes.join()) continue; // another list than was shown before: not opened
    keep(own, { table, commitment, sealed: hashes });
    const body = new URLSearchParams({ table, contribution: all()[own].value });
    const taken = await fetch(address, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (taken.ok) keep(own, { opened: Date.now() });
  }
};

if (globalThis.crypto?.subtle) {
  prepare();
  if (account) {
    const look = () => {
      const waiting = document.hidden ? [] : Object.values(all()).filter(isPending);
      for (const address of new Set(waiting.map((one) => one.to))) open(address).catch(() => {}); // the net is away: later
    };
    look();
    setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
  }
}
