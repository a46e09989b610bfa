// The replay without reloads: steps, the slider, playing at one move a second, and the keys of arrows and [ ] { }.
import { ahead, here, isForOthers, visit } from "./region.js";
import "./motion.js";

const address = (at) => {
  const query = new URLSearchParams({ at });
  if (here().dataset.seat) query.set("seat", here().dataset.seat);
  return `${here().dataset.here}?${query}`;
};
const data = () => ({
  at: Number(here().dataset.at), last: Number(here().dataset.last),
  before: Number(here().dataset.before), after: Number(here().dataset.after),
});
const step = (to, how = {}) => visit(to, { history: "replace", ...how });
const go = (at) => {
  const to = Math.max(0, Math.min(at, data().last));
  return to === data().at ? null : step(address(to));
};

let playing = 0;
const stop = () => {
  clearTimeout(playing);
  playing = 0;
  showPlaying();
};
const play = async () => {
  if (data().at >= data().last) return stop();
  await go(data().at + 1);
  if (playing) playing = setTimeout(play, 1000);
};
const showPlaying = () => {
  const button = here().querySelector("[data-play]");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.querySelector(".on").hidden = Boolean(playing);
  button.querySelector(".off").hidden = !playing;
};

document.addEventListener("click", (event) => {
  if (!event.target.closest) return;
  if (event.target.closest("[data-play]")) {
    if (playing) stop();
    else {
      playing = setTimeout(play, 300);
      showPlaying();
    }
    return;
  }
  // nothing can be bought any more: a card is looked up
  if (!event.target.closest("a, button, label")) event.target.closest(".slot")?.querySelector(".look")?.click();
  for (const open of here().querySelectorAll("details.ph[open], details.drop-d[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  stop();
  step(link.href);
});

let waiting = 0;
document.addEventListener("input", (event) => {
  if (event.target.type !== "range") return;
  stop();
  clearTimeout(waiting);
  const { value } = event.target;
  waiting = setTimeout(() => step(address(value), { focus: "input[type=range]" }), 120);
});

const keys = {
  "[": () => go(data().at - 1),
  "]": () => go(data().at + 1),
  "{": () => go(data().before),
  "}": () => go(data().after),
  // where brackets need a third key, and where letters are switched off
  ArrowLeft: ({ shiftKey }) => go(shiftKey ? data().before : data().at - 1),
  ArrowRight: ({ shiftKey }) => go(shiftKey ? data().after : data().at + 1),
};
document.addEventListener("keydown", (event) => {
  if (isForOthers(event) || !Object.hasOwn(keys, event.key) || (event.key.length === 1 && here().dataset.keys === "off")) return;
  event.preventDefault();
  stop();
  keys[event.key](event);
});

addEventListener("popstate", () => step(location.href, { history: "keep" }));
document.addEventListener("swapped", showPlaying);

// Who goes forward twice in a row reads on: the next step is there before he asks.
let stood = data().at, forward = 0;
document.addEventListener("swapped", () => {
  const { at, last } = data();
  forward = at === stood + 1 ? forward + 1 : 0;
  stood = at;
  if (forward >= 2 && at < last) ahead(address(at + 1));
});
if (matchMedia("(max-width: 47.5em)").matches) {
  for (const one of here().querySelectorAll("details[data-phone-closed]")) one.open = false;
}
showPlaying();
// Whoever comes from the strip of the game's page wants to see it played.
if (new URLSearchParams(location.search).get("play") === "yes") {
  playing = setTimeout(play, 1000);
  showPlaying();
}
