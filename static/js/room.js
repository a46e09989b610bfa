// Room for the move panel: from where it stands, or from under the turn bar, to the foot of the window.
import { here } from "./region.js";

const GAP = 12;
const LEAST = 240;
const root = document.documentElement;
const bar = () => here().querySelector("#turn").getBoundingClientRect();

const measure = () => {
  const side = here().querySelector(".side");
  if (!side) return;
  const top = Math.max(side.getBoundingClientRect().top, bar().height + GAP);
  root.style.setProperty("--bar", `${bar().height}px`);
  root.style.setProperty("--room", `${Math.max(LEAST, innerHeight - top - GAP)}px`);
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
  document.addEventListener("swapped", measure);
  measure();
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
