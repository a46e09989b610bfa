// Cards and tiles looked up without leaving the page: a click on any link to one opens its sheet; so do the key i, a long press
// where a tap chooses, and Enter. Without this script, and with a middle click, the link leads to the page of the card.

const PAGE = /^\/cards\/([\w-]+)\/([\w-]+)\/$/;
const LINK = 'a[href^="/cards/"]';
const PRESS = 450; // milliseconds that a finger rests before it is a long press
const STRAY = 10; // pixels that it may move meanwhile

const isPage = (link) => PAGE.test(link.pathname) && !link.hasAttribute("data-page");
const linkIn = (place) => [...(place?.querySelectorAll(LINK) ?? [])].find(isPage);
// What a card of the board is looked up by, wherever in it something has happened.
const linkAt = (element) => linkIn(element?.closest?.(".slot, .stack, .opt, .about-c, li"));

// In a game the sheet knows the position; in a replay also the place in it and the eyes.
const address = (link) => {
  const game = document.querySelector("[data-sheets]")?.dataset;
  const [, box, id] = PAGE.exec(link.pathname);
  if (!game) return `${link.pathname}sheet/`;
  const where = "at" in game ? `?${new URLSearchParams({ at: game.at, seat: game.seat })}` : "";
  return `${game.sheets}${box}/${id}/${where}`;
};

// Sheets of this position, so that looking twice asks once.
const known = new Map();
let position = "";
const fetched = async (link) => {
  const now = document.getElementById("game")?.dataset.version ?? "";
  if (now !== position) known.clear();
  position = now;
  const at = address(link);
  if (!known.has(at)) {
    const answer = await fetch(at, { credentials: "same-origin" });
    if (!answer.ok) throw new Error("no sheet");
    known.set(at, await answer.text());
  }
  return known.get(at);
};

const dialog = document.createElement("dialog");
dialog.className = "lookup";
dialog.id = "sheet";
dialog.setAttribute("aria-labelledby", "sheet-h");
const body = document.createElement("div");
dialog.append(body);

let opener = null; // what has the focus again afterwards
let latest = 0;
const look = async (link) => {
  const own = ++latest;
  if (!dialog.open) {
    if (!dialog.isConnected) document.body.append(dialog);
    opener = document.activeElement;
    body.replaceChildren();
    dialog.showModal();
  }
  dialog.setAttribute("aria-busy", "true");
  try {
    const text = await fetched(link);
    if (own !== latest || !dialog.open) return;
    body.innerHTML = text;
    dialog.scrollTop = 0;
    body.querySelector("h2")?.focus({ preventScroll: true });
  } catch {
    if (own === latest) location.assign(link.href);
  } finally {
    if (own === latest) dialog.removeAttribute("aria-busy");
  }
};

// The page may have been exchanged under the sheet: then the focus goes to what is in its place.
const place = (element) => {
  if (!element || element.isConnected) return element;
  const part = element.closest("[id]")?.id;
  const home = (part && document.getElementById(part)) || document;
  for (const name of ["value", "href"]) {
    const value = element.getAttribute?.(name);
    const found = value && home.querySelector(`${element.localName}[${name}="${CSS.escape(value)}"]`);
    if (found) return found;
  }
  return document.getElementById("main");
};
dialog.addEventListener("close", () => {
  latest++;
  place(opener)?.focus?.({ preventScroll: true });
  opener = null;
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

// A long press looks up what a tap chooses or answers; the tap at its end does nothing.
let press = 0;
let start = null;
let isLong = false;
const rest = () => {
  clearTimeout(press);
  press = 0;
};
document.addEventListener("pointerdown", (event) => {
  isLong = false;
  rest();
  if (event.pointerType === "mouse" || dialog.open) return;
  const link = linkAt(event.target);
  if (!link || event.target.closest("input, select, summary")) return;
  start = { x: event.clientX, y: event.clientY };
  press = setTimeout(() => {
    isLong = true;
    look(link);
  }, PRESS);
});
document.addEventListener("pointermove", (event) => {
  if (press && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STRAY) rest();
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, rest, { capture: true });
document.addEventListener("pointerup", () => setTimeout(() => (isLong = false), 400)); // no tap has followed
// the browser's own menu for a link, and a card that would be picked up, belong to the mouse
document.addEventListener("contextmenu", (event) => isLong && event.preventDefault());
let pointer = "mouse";
document.addEventListener("pointerdown", (event) => (pointer = event.pointerType), { capture: true });
document.addEventListener("dragstart", (event) => pointer !== "mouse" && event.preventDefault(), { capture: true });

document.addEventListener("click", (event) => {
  if (isLong) { // the end of a long press
    isLong = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const link = event.target.closest?.(LINK);
  if (!link || !isPage(link) || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  look(link);
}, { capture: true });

// The middle button on a card that is no link opens its page beside this one, as on a link.
document.addEventListener("auxclick", (event) => {
  if (event.button !== 1 || event.target.closest?.("a")) return;
  const link = event.target.closest?.("button, label") && linkAt(event.target);
  if (link) open(link.href, "_blank", "noopener");
});

// i: the card that has the focus, else the one under the mouse, else the one in the move panel.
document.addEventListener("keydown", (event) => {
  const region = document.getElementById("game");
  if (event.key !== "i" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open) return;
  if (!region || region.dataset.keys === "off" || event.target.closest?.("input:not([type=radio]), textarea, select, dialog")) return;
  const under = [...document.querySelectorAll(":hover")].at(-1);
  const link = linkAt(document.activeElement) ?? linkAt(under) ?? linkIn(document.getElementById("move"));
  if (!link) return;
  event.preventDefault();
  look(link);
});

// The cards of a display are one stop of the Tab key each; arrows move inside it, as in the tableau.
const cardsOf = (display) => [...display.querySelectorAll(":scope .stack > :is(a, button).whole")];
const dress = () => {
  for (const display of document.querySelectorAll(".disp")) cardsOf(display).forEach((card, place) => (card.tabIndex = place ? -1 : 0));
  for (const mark of document.querySelectorAll(".look")) mark.tabIndex = -1; // the key i looks up what has the focus
};
document.addEventListener("keydown", (event) => {
  const display = event.target.closest?.(".disp");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!display || !step || event.ctrlKey || event.altKey || event.metaKey) return;
  const cards = cardsOf(display), at = cards.indexOf(event.target), next = cards[at + step];
  if (at < 0) return;
  event.preventDefault();
  if (!next) return;
  for (const card of cards) card.tabIndex = card === next ? 0 : -1;
  next.focus();
});
for (const change of ["swapped", "chosen"]) document.addEventListener(change, dress);
dress();
