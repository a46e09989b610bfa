// What moves (design.md section 8): a bought card travels to its display, the lower row is washed away, the upper row sinks onto
// the water, figures count. What others did is played as scenes. Nothing waits for it, and who wants less motion gets none.
import { layer, less, lines, play, rest, rowOf, scenesOf } from "./scenes.js";

const TRAVEL = 240, WATER = 320, COUNT = 400, AWAY = 24;
const region = () => document.getElementById("game");
const nameOf = (card) => card.title.split(":")[0];

// The cards of both rows, and in which display or hand how many cards of a name lie.
const laid = () => [...region().querySelectorAll("#tableau .cards .slot > .card:not(.ontop)")].map((card) => ({
  card, name: nameOf(card), isLow: Boolean(card.closest("#lower")), box: card.getBoundingClientRect(),
}));
const HOMES = "#hand, #display, details[id^='d-']";
const owned = () => [...region().querySelectorAll("#hand .card[title], #display .stack .card[title], details[id^='d-'] .stack .card[title]")]
  .map((card) => ({ card, key: `${card.closest(HOMES).id} ${nameOf(card)}`, name: nameOf(card) }));
const figures = () => new Map([...region().querySelectorAll("[data-f]")].map((one) => [one.dataset.f, one.firstChild?.nodeValue ?? ""]));

// What is in the first list and not in the second, each as often as it is.
const without = (some, others, same) => {
  const left = [...others];
  return some.filter((one) => {
    const place = left.findIndex((other) => same(one, other));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
};

// The look of a card that has gone, where it lay: a picture and nothing to press.
const ghostOf = ({ card, box }) => {
  const ghost = document.createElement("span");
  ghost.className = card.className;
  ghost.append(...card.cloneNode(true).childNodes);
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px` });
  layer().append(ghost);
  return ghost;
};
const vanish = (ghost, animation) => animation.finished.finally(() => ghost.remove());

const travel = (one, to) => {
  const ghost = ghostOf(one), scale = Math.max(to.width / one.box.width, 0.2);
  const move = `translate(${to.left - one.box.left}px, ${to.top - one.box.top}px) scale(${scale})`;
  vanish(ghost, ghost.animate([{ transform: "none" }, { transform: move }], { duration: TRAVEL, easing: "ease-out" }));
};
const wash = (one) => {
  const ghost = ghostOf(one);
  vanish(ghost, ghost.animate([{ opacity: 1 }, { opacity: 0, transform: `translateX(${AWAY}px)` }], { duration: WATER, easing: "ease-in" }));
};
const sink = (one, from) => {
  const box = one.card.getBoundingClientRect();
  const move = `translate(${from.left - box.left}px, ${from.top - box.top}px)`;
  one.card.animate([{ transform: move }, { transform: "none" }], { duration: WATER, easing: "ease-in-out" });
};

const count = (figure, from, to) => {
  const start = performance.now(), text = figure.firstChild, last = text.nodeValue;
  const step = (at) => {
    const part = Math.min((at - start) / COUNT, 1);
    text.nodeValue = part < 1 ? String(Math.round(from + (to - from) * part)).replace("-", "−") : last;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};
const number = (text) => (/^\s*[−-]?\d+\s*$/.test(text) ? Number(text.trim().replace("−", "-")) : null);
const countFigures = (before) => {
  for (const figure of region().querySelectorAll("[data-f]")) {
    const from = number(before.get(figure.dataset.f) ?? ""), to = number(figure.firstChild?.nodeValue ?? "");
    if (from !== null && to !== null && from !== to) count(figure, from, to);
  }
};

const show = (before, scenes) => {
  const after = laid(), same = (one, other) => one.name === other.name && one.isLow === other.isLow;
  const gone = without(before.laid, after, same), came = without(after, before.laid, same);
  const gained = without(owned(), before.owned, (one, other) => one.key === other.key);
  const played = scenes.map((scene) => scene.card).filter(Boolean), origins = [];
  for (const one of gone) {
    const low = one.isLow ? -1 : came.findIndex((other) => other.isLow && other.name === one.name);
    if (low >= 0) {
      sink(came.splice(low, 1)[0], one.box);
      continue;
    }
    if (played.includes(one.name)) {
      played.splice(played.indexOf(one.name), 1);
      origins.push(one);
      continue;
    }
    const place = gained.findIndex((other) => other.name === one.name);
    const target = place < 0 ? null : gained.splice(place, 1)[0].card;
    const shown = target?.getClientRects().length ? target : target?.closest("details")?.querySelector("summary");
    if (shown) travel(one, shown.getBoundingClientRect());
    else wash(one);
  }
  for (const one of came) one.card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: TRAVEL });
  if (scenes.length) play(scenes, origins);
  else countFigures(before.figures);
};

let before = null;
document.addEventListener("swapping", () => {
  const waiting = rest();
  before = less.matches || document.hidden ? null
    : { laid: laid(), owned: owned(), figures: figures(), waiting, told: new Set(lines().map((line) => line.dataset.n)) };
});
document.addEventListener("swapped", () => {
  if (before) show(before, [...before.waiting, ...scenesOf(lines().filter((line) => !before.told.has(line.dataset.n)))]);
  before = null;
});

// What happened since the reader was here is played as they arrive, and once more by the button of the strip, unless the log does not
// reach back so far: then its link leads to the replay.
const since = (row) => play(scenesOf(lines().filter((line) => rowOf(line) > row)));
document.addEventListener("click", (event) => {
  const news = document.getElementById("news"), oldest = lines()[0];
  if (!news || !event.target.closest?.("[data-play]") || !oldest || rowOf(oldest) > Number(news.dataset.since)) return;
  if (less.matches || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  since(Number(news.dataset.since));
});
const news = document.getElementById("news");
if (news && document.querySelector("#game[data-live]")) since(Number(news.dataset.seen));
