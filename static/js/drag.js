// Dragging cards (UI-19) and clicking them twice, extras beside the clicks: to the own display buys or plays, to the own hand takes.
// A drop does what choosing the card and pressing the button would do; where there is a choice, the panel asks.
import { here } from "./region.js";

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
  const dress = () => {
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
  document.addEventListener("swapped", dress);
  dress();
};
