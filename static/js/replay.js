// The replay without reloads: steps, the slider, playing by itself, keys and swipes. What has been seen is not asked for again.
import { ahead, here, isForOthers, keepPages, showHelp, visit } from "./region.js";
import "./motion.js";

const address = (at) => {
  const query = new URLSearchParams({ at });
  if (here().dataset.seat) query.set("seat", here().dataset.seat);
  return `${here().dataset.here}?${query}`;
};
const data = () => ({ at: Number(here().dataset.at), last: Number(here().dataset.last) });
const step = (to, how = {}) => visit(to, { history: "replace", ...how });
const go = (at) => {
  const to = Math.max(0, Math.min(at, data().last));
  return to === data().at ? null : step(address(to));
};

// The speed is one of those in the list, and kept on this device.
const SPEED = "replay-speed";
const speeds = () => [...here().querySelectorAll("[data-speed] option")].map((one) => one.value);
let speed = "1";
try {
  speed = localStorage.getItem(SPEED) ?? speed;
} catch {
  // then it is not kept
}
if (!speeds().includes(speed)) speed = "1";
const setSpeed = (value) => {
  if (!value) return;
  speed = value;
  showPlaying();
  try {
    localStorage.setItem(SPEED, speed);
  } catch {
    // as above
  }
};

let playing = 0;
const wait = (time) => {
  playing = setTimeout(play, time);
  showPlaying();
};
const stop = () => {
  clearTimeout(playing);
  playing = 0;
  showPlaying();
};
const play = async () => {
  if (data().at >= data().last) return stop();
  const own = playing, next = data().at + 1;
  await ahead(address(next)); // so that nothing can be pressed between the next line and the step
  if (playing !== own) return;
  // what is pressed or open stays where it is: a step would put another in its place
  if (here().querySelector(".scrub :active, [data-speed]:focus")) return wait(100);
  await go(next);
  if (playing === own) wait(1000 * speed);
};
const toggle = () => (playing ? stop() : wait(300));
const showPlaying = () => {
  const button = here().querySelector("[data-play]"), select = here().querySelector("[data-speed]");
  if (!button) return;
  button.hidden = select.hidden = false;
  select.value = speed;
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.querySelector(".on").hidden = Boolean(playing);
  button.querySelector(".off").hidden = !playing;
};

document.addEventListener("click", (event) => {
  if (!event.target.closest) return;
  if (event.target.closest("[data-play]")) return toggle();
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
document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-speed]")) return;
  setSpeed(event.target.value);
  if (playing) event.target.blur();
});

const follow = (key) => here().querySelector(`a[data-key="${key}"]`)?.click();
const keys = {
  "[": () => go(data().at - 1),
  "]": () => go(data().at + 1),
  "{": () => follow("P"),
  "}": () => follow("p"),
  "-": () => setSpeed(speeds()[speeds().indexOf(speed) + 1]),
  "+": () => setSpeed(speeds()[speeds().indexOf(speed) - 1]),
  "?": showHelp,
  ...Object.fromEntries([..."mMsSrRpP"].map((key) => [key, () => follow(key)])),
  // where brackets need a third key, and where letters are switched off
  ArrowLeft: ({ shiftKey }) => (shiftKey ? follow("P") : go(data().at - 1)),
  ArrowRight: ({ shiftKey }) => (shiftKey ? follow("p") : go(data().at + 1)),
  Home: () => go(0),
  End: () => go(data().last),
};
document.addEventListener("keydown", (event) => {
  const isOff = event.key.length === 1 && here().dataset.keys === "off";
  if (isForOthers(event) || isOff) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) toggle();
  else if (Object.hasOwn(keys, event.key)) {
    if (!"+-?".includes(event.key)) stop();
    keys[event.key](event);
  } else return;
  event.preventDefault();
});

// A finger that goes far enough sideways over the board, and not over what scrolls sideways itself.
const FAR = 60;
const scrolls = (element) => {
  for (let one = element; one && one.id !== "main"; one = one.parentElement) if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible") return true;
  return false;
};
let touched = null;
document.addEventListener("touchstart", (event) => {
  const isOne = event.touches.length === 1 && event.target.closest("#main") && !scrolls(event.target);
  touched = isOne ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  const { clientX, clientY } = event.changedTouches[0];
  const across = clientX - (touched?.clientX ?? clientX), down = clientY - (touched?.clientY ?? clientY);
  touched = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return;
  stop();
  go(data().at - Math.sign(across));
});

// Who wants results hidden has now come to this one.
let isReached = false;
const reach = () => {
  const form = here().querySelector("#reveal[data-reached]");
  if (!form) return;
  form.hidden = true;
  if (isReached) return;
  isReached = true;
  fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
};
document.addEventListener("swapped", reach);
reach();

addEventListener("popstate", () => step(location.href, { history: "keep" }));

// What is over stays as it is. Of a game that goes on moves may be undone.
const DAY = 86400000, MINUTE = 60000;
keepPages("runs" in here().dataset ? MINUTE : DAY);

// Who goes forward twice in a row reads on: the next two steps are there before they ask.
let stood = data().at, forward = 0;
document.addEventListener("swapped", () => {
  showPlaying();
  const { at, last } = data();
  forward = at === stood + 1 ? forward + 1 : 0;
  stood = at;
  if (forward < 2) return;
  for (const next of [at + 1, at + 2]) if (next <= last) ahead(address(next));
});
if (matchMedia("(max-width: 47.5em)").matches) {
  for (const one of here().querySelectorAll("details[data-phone-closed]")) one.open = false;
}
showPlaying();
// Whoever comes from the strip of the game's page wants to see it played.
if (new URLSearchParams(location.search).get("play") === "yes") wait(1000 * speed);
