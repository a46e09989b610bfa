// Choosing a card asks nobody: the panels of all that may be chosen come with the page, in the templates of #ahead. What is put in
// and marked here looks like what the server sends for the same address.
import { here } from "./region.js";

const $ = (selector) => here().querySelector(selector);
const button = (card) => $(`button.card[name=card][value="${CSS.escape(card)}"]`);

// A part that says something else now loses its mark, so that the server sends it again.
const touch = (element) => {
  for (let part = element.closest("[data-p]"); part; part = part.parentElement.closest("[data-p]")) delete part.dataset.p;
};

// Cards of the own display that can be replaced, each with what stood in its place before it could be clicked for that.
const plain = new Map();
const aim = () => {
  [...$("#move .each").children].forEach((answer, place) => {
    for (const link of here().querySelectorAll(`#display .stack:not(.down) > a[href="${answer.dataset.over}"]`)) {
      const stack = link.parentElement, whole = stack.querySelector(".whole");
      const name = whole.querySelector("[title]").title.split(":")[0], { look, replace } = $("#ahead").dataset;
      touch(stack);
      plain.set(stack, [...stack.childNodes]);
      stack.classList.add("tgt");
      const label = document.createElement("label"), words = document.createElement("span"), mark = $("#tableau .look").cloneNode(true);
      label.htmlFor = `a-${place}`;
      label.dataset.target = place;
      label.className = "whole";
      Object.assign(words, { className: "sr", textContent: replace.replace("*", name) });
      mark.href = link.getAttribute("href");
      mark.querySelector(".sr").textContent = look.replace("*", name);
      label.append(words, ...whole.cloneNode(true).childNodes);
      if (link === whole) whole.after(mark);
      whole.replaceWith(label);
    }
  });
};

const clear = () => {
  $("#move")?.remove();
  for (const card of here().querySelectorAll("button.card[aria-pressed]")) {
    touch(card);
    card.removeAttribute("aria-pressed");
    card.parentElement.classList.remove("sel");
  }
  for (const [stack, nodes] of plain) {
    stack.classList.remove("tgt", "on");
    stack.replaceChildren(...nodes);
  }
  plain.clear();
};
document.addEventListener("swapped", () => plain.clear());

// Show what the server would at this address of the game, a chosen card or none. False where it has to be asked, as for a move that
// is to be confirmed.
export const showAhead = (address) => {
  const { pathname, searchParams } = new URL(address, location.href), card = searchParams.get("card");
  const isPlain = pathname === here().dataset.here && searchParams.size === Number(searchParams.has("card"));
  const isAimed = !plain.size && $("#display label[data-target]"); // by the server
  const found = card ? button(card) && $(`#ahead [data-card="${CSS.escape(card)}"]`) : $("#ahead");
  if (!isPlain || !found || isAimed || here().hasAttribute("aria-busy")) return false;
  clear();
  if (card) {
    const panel = found.content.firstElementChild.cloneNode(true), form = $("#act").elements;
    for (const field of panel.querySelectorAll("[name=version], [name=csrfmiddlewaretoken]")) field.value = form[field.name].value;
    $("#ready").before(panel);
    touch(button(card));
    button(card).setAttribute("aria-pressed", "true");
    button(card).parentElement.classList.add("sel");
    aim();
  }
  document.body.classList.toggle("has-sheet", Boolean(card));
  document.dispatchEvent(new CustomEvent("chosen"));
  return true;
};

// To the button of the panel, when its card is chosen once more.
export const goToPanel = (address) => {
  const card = new URL(address, location.href).searchParams.get("card");
  if (!card || !button(card)?.hasAttribute("aria-pressed") || !$("#move")) return false;
  for (const one of [...here().querySelectorAll("#move .btn[name]"), $("#move h2")]) {
    one.focus();
    if (document.activeElement === one) return true; // of several answers one button is to be seen
  }
  return true;
};
