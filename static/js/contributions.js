// What this browser contributes to the deals of its player's games (docs/deals.md). A form that agrees to a table's terms takes the
// hash of a random contribution along; the contribution itself stays in this browser until the table is full and can no longer
// change. Then it is opened. Kept for the proof: what it was, and which commitment and hashes this browser saw before it opened.
import { hex, sealed } from "./deals.js";

const KEY = "contributions", ADDRESS = "/contributions/", MOST = 100, LONGEST = 60 * 24 * 60 * 60 * 1000, AGAIN = 60_000;

const all = () => JSON.parse(localStorage.getItem(KEY) ?? "{}");
const keep = (hash, known) => {
  const kept = all();
  kept[hash] = { ...kept[hash], ...known };
  const newest = Object.entries(kept).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
};

let next = null;
const prepare = async () => {
  const value = hex(crypto.getRandomValues(new Uint8Array(32)));
  next = { value, hash: await sealed(value) };
};

document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
  if (defaultPrevented || !form.matches("[data-seals]") || !next) return;
  form.querySelector("input[name=sealed]")?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "sealed", value: next.hash }));
  keep(next.hash, { value: next.value, at: Date.now() });
  next = null;
  prepare();
});

const open = async () => {
  const isPending = (one) => one && !one.opened && Date.now() - one.at < LONGEST;
  if (document.hidden || !Object.values(all()).some(isPending)) return;
  const answer = await fetch(ADDRESS, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  const { token, tables } = await answer.json();
  for (const { table, commitment, sealed: hashes } of tables) {
    const own = hashes.find((hash) => isPending(all()[hash]));
    if (!own) continue;
    const before = all()[own].sealed;
    if (before && before.join() !== hashes.join()) continue; // another list than was shown before: not opened
    keep(own, { table, commitment, sealed: hashes });
    const body = new URLSearchParams({ table, contribution: all()[own].value });
    const taken = await fetch(ADDRESS, { method: "POST", headers: { "X-CSRFToken": token }, body });
    if (taken.ok) keep(own, { opened: Date.now() });
  }
};

if (globalThis.crypto?.subtle) {
  prepare();
  if (document.documentElement.dataset.account) {
    const look = () => open().catch(() => {}); // the net is away: the next look opens it
    look();
    setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
  }
}
