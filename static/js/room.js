// Room for the move panel: from where it stands, or from under the turn bar, to the foot of the window; and room below the page
// for the sheet that lies over its foot.
import { here } from "./region.js";

const GAP = 12;
const LEAST = 240;
const WIDE = "(min-width: 1000px)";
const root = document.documentElement;
const bar = () => here().querySelector("#turn").getBoundingClientRect();

const measure = () => {
  const side = here().querySelector(".side");
  if (!side) return;
  const top = Math.max(side.getBoundingClientRect().top, bar().height + GAP);
  root.style.setProperty("--bar", `${bar().height}px`);
  root.style.setProperty("--sheet", `${(here().querySelector("#move")?.offsetHeight ?? 0) + GAP}px`);
  root.style.setProperty("--room", `${Math.max(LEAST, innerHeight - top - GAP)}px`);
};

// A page with every set may become higher than anybody likes to scroll. Then what can be looked up is folded, the least needed
// first and as little as will do; what the reader has opened or closed himself stays as he left it.
const LIMITS = [[WIDE, 2000, "#overview"], ["(max-width: 760px)", 3400, "#events"]];
const touched = new Set(), folded = new Set();

// The two columns of the board end where they may: what stands beside the score is laid below the own display, or back, where less
// of a column is empty then.
const SLACK = 60;

const lowest = (panels) => Math.max(...[...panels].map((one) => one.getBoundingClientRect().bottom));
const empty = () => Math.abs(
  lowest(here().querySelectorAll(".grid > .col:not(.side) > *")) - lowest(here().querySelectorAll(".side > *, .side > .tracks > *")),
);

const balance = () => {
  const beside = here().querySelector(".side > .tracks"), below = here().querySelector(".col > .pair");
  if (!beside || !below || !matchMedia(WIDE).matches) return;
  const overview = here().querySelector("#overview"), opps = here().querySelector(".flow > .opps");
  const tracks = [...beside.children, ...below.children], isUp = (one) => one?.closest(".grid") ?? null;
  const lay = ([left, up]) => {
    beside.append(...tracks.filter((one) => !left.includes(one)));
    below.append(...left);
    if (!overview || !opps || Boolean(isUp(overview)) === up) return;
    if (up) below.parentElement.append(overview);
    else opps.before(overview);
  };
  let best = [[...below.children], Boolean(isUp(overview))], least = empty() - SLACK;
  if (least < 0) return;
  // the score alone would be as small there, and the room beside it empty
  const sides = [[], tracks, ...tracks.map((one) => [one])].filter((left) => left.length !== 1 || left[0].id !== "score");
  for (const way of [false, true].flatMap((up) => sides.map((left) => [left, up]))) {
    lay(way);
    const now = empty();
    if (now < least) [best, least] = [way, now];
  }
  lay(best);
};

const fit = () => {
  balance();
  const [, most, first] = LIMITS.find(([window]) => matchMedia(window).matches) ?? [];
  if (!most) return;
  for (const id of folded) here().querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  folded.clear();
  const spare = [...here().querySelectorAll(`${first}[open]`), ...[...here().querySelectorAll(".opps > [open]")].reverse()];
  for (const one of spare.filter((one) => !touched.has(one.id))) {
    if (root.scrollHeight <= most) return;
    one.open = false;
    folded.add(one.id);
    if (one.closest(".grid")) balance();
  }
};

let planned = 0;
const soon = () => {
  planned ||= requestAnimationFrame(() => {
    planned = 0;
    measure();
  });
};

export const keepRoom = () => {
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  document.addEventListener("change", soon);
  document.addEventListener("swapped", () => {
    measure();
    fit();
  });
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("summary")?.parentElement.id;
    if (!id) return;
    touched.add(id);
    folded.delete(id);
  });
  measure();
  fit();
};

// Scroll so far that the panel is whole in the window, and the chosen card lies beside it or above.
export const showPanel = () => {
  measure();
  const panel = here().querySelector("#move")?.getBoundingClientRect();
  if (!panel) return;
  const card = here().querySelector(".slot.sel .card")?.getBoundingClientRect();
  const isDocked = matchMedia("(max-width: 999px)").matches;
  if (card) {
    const top = bar().bottom, bottom = isDocked ? panel.top : innerHeight;
    const isHidden = card.top < top + 8 || card.bottom > bottom - 30;
    if (isHidden) scrollBy({ top: card.top - (top + bottom - card.height) / 2 });
  }
  if (isDocked) return;
  const box = here().querySelector("#move").getBoundingClientRect();
  if (box.bottom > innerHeight) scrollBy({ top: box.bottom - innerHeight + GAP });
  else if (box.top < bar().bottom) scrollBy({ top: box.top - bar().bottom - GAP });
  measure();
};
