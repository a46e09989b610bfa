// Checks the proof of a deal in this browser: from what stands on the page alone, nothing is asked of the server.
import { hash, isDrawn, order, sealed, seedOf, unhex } from "./deals.js";

const list = document.querySelector("[data-checks]");
const { deal, joined, seats, piles } = JSON.parse(document.getElementById("proof").textContent);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const say = (name, holds, more = "") => {
  const line = document.createElement("li");
  line.className = holds ? "holds" : "fails";
  line.textContent = `${holds ? "✓" : "✗"} ${list.dataset[name]}${more && `: ${more}`}`;
  list.append(line);
};

const check = async () => {
  if (deal.secret) say("commitment", (await hash("stpete-commitment/1", unhex(deal.secret))) === deal.commitment);
  for (const [place, { sealed: shut, opened }] of (deal.contributions ?? []).entries()) {
    if (opened) say("opened", (await sealed(opened)) === shut, joined[place]);
  }
  if (deal.beacon?.signature) say("beacon", await isDrawn(deal.beacon), deal.beacon.address);
  const own = Object.entries(JSON.parse(localStorage.getItem("contributions") ?? "{}"))
    .find(([shut]) => deal.contributions?.some((one) => one.sealed === shut));
  if (own) {
    const [shut, { value, commitment, sealed: seen, beacon, opened }] = own;
    const inIt = deal.contributions.find((one) => one.sealed === shut);
    if (deal.secret && opened) say("own", inIt.opened === value);
    if (seen) say("seen", commitment === deal.commitment && same(seen, deal.contributions.map((one) => one.sealed)));
    if (seen && (beacon || deal.beacon)) say("named", beacon === deal.beacon?.address);
  }
  if (!deal.secret) return;
  const seed = await seedOf(deal);
  say("seed", seed === deal.seed);
  if (!deal.seating) {
    const drawn = await order(seed, "seating", joined.map((_, place) => place));
    say("seating", same(drawn.map((place) => joined[place]), seats));
  }
  for (const [name, cards] of piles) {
    const drawn = await order(seed, "card", [...cards].sort((one, other) => one - other));
    say("cards", same(drawn, cards), name);
  }
};

if (globalThis.crypto?.subtle) check();
