// What only a game that goes on has a use for: a clock that counts, cards that are dragged, and sound.
import { here } from "./region.js";

// Keeps "1 d 14 h left" true while the page lies open. The words come from the server, in the reader's language.

const text = (due, words) => {
  const minutes = Math.floor((due - Date.now()) / 60000);
  if (due <= Date.now()) return words.over;
  if (minutes < 1) return words.soon;
  const days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24;
  const span = days ? words.days : hours ? words.hours : words.minutes;
  return words.left.replace("*", span.replace("#d", days).replace("#h", hours).replace("#m", minutes % 60));
};

export const minuteHand = () => {
  const tick = () => {
    for (const element of document.querySelectorAll("[data-due]")) {
      element.textContent = text(Date.parse(element.dataset.due), element.dataset);
    }
  };
  setInterval(tick, 20000);
};

// Dragging cards (UI-19) and clicking them twice, extras beside the clicks: to the own display buys or plays, to the own hand takes.
// A drop does what choosing the card and pressing the button would do; where there is a choice, the panel asks.
let dragged = null;
const target = (event) => {
  if (!dragged || !event.target.closest) return null;
  const place = event.target.closest("#hand, #display");
  return place && !(place.id === "hand" && dragged.startsWith("hand.")) ? place : null;
};
const light = (place) => {
  for (const one of document.querySelectorAll(".drop-here")) one.classList.remove("drop-here");
  place?.classList.add("drop-here");
};

// Press the button of the open panel, unless it still has to be said which of several answers is meant.
const press = (key) => {
  if (key === "b" && here().querySelectorAll("input[name=answer]").length) return;
  [...here().querySelectorAll(`#move [data-key=${key}]`)].find((button) => button.offsetParent)?.click();
};
const playCard = async (choose, card, key) => {
  await choose(`${here().dataset.here}?${new URLSearchParams({ card })}`);
  press(key);
};

// Two clicks on a card do what a drop on the own display does. `choose` opens the panel of an address.
export const letDoubleClick = (choose) => {
  document.addEventListener("click", (event) => {
    const card = event.detail === 2 && event.target.closest?.("button.card[name=card]");
    if (!card || !here().contains(card)) return;
    event.preventDefault();
    playCard(choose, card.value, "b");
  });
};

export const letDrag = (choose) => {
  const letSlots = () => {
    for (const slot of here().querySelectorAll(".slot:has(button.card:not(:disabled))")) slot.draggable = true;
  };
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.(".slot")?.querySelector("button.card")?.value ?? null;
    if (dragged) event.dataTransfer.setData("text/plain", dragged);
  });
  document.addEventListener("dragover", (event) => {
    const place = target(event);
    light(place);
    if (place) event.preventDefault();
  });
  document.addEventListener("dragend", () => {
    dragged = null;
    light(null);
  });
  document.addEventListener("drop", (event) => {
    const place = target(event);
    if (!place) return;
    event.preventDefault();
    const card = dragged;
    light(null);
    playCard(choose, card, place.id === "hand" ? "t" : "b");
  });
  document.addEventListener("swapped", letSlots);
  letSlots();
};

// A quiet tone when something has happened, two when it is the reader's turn. Off until the reader switches it on; kept on this device.

const KEY = "sound", LOUD = 0.05;
const button = () => document.querySelector("[data-sound]");
const turn = () => Boolean(document.querySelector("#turn.you"));
const latest = () => document.querySelector("#log > li")?.dataset.n ?? "";

let isOn = false;
try {
  isOn = localStorage.getItem(KEY) === "on";
} catch {
  // no storage on this device: off each time
}

let audio = null;
const ready = () => {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
};

const tone = (pitch, after) => {
  const start = audio.currentTime + after, voice = audio.createOscillator(), volume = audio.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(LOUD, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + 0.45);
};
const play = (isTurn) => {
  ready();
  tone(523, 0);
  if (isTurn) tone(784, 0.16);
};

const dress = () => {
  const found = button();
  if (!found) return;
  found.hidden = false;
  found.setAttribute("aria-pressed", String(isOn));
};

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  isOn = !isOn;
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // as above
  }
  dress();
  if (isOn) play(false);
});
// Browsers play nothing before somebody has touched the page.
addEventListener("pointerdown", () => isOn && ready(), { once: true });

let known = latest(), wasTurn = turn();
document.addEventListener("swapped", () => {
  dress();
  if (isOn && (latest() !== known || (turn() && !wasTurn))) play(turn() && !wasTurn);
  known = latest();
  wasTurn = turn();
});
dress();
