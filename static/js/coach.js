// Notes at the parts of the board in the first game of this device, one after the other: what was read does not come back.
const KEY = "coach";

const known = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
};
const keep = (state) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // nothing can be kept here, so the notes come again
  }
};

const note = (mark, further) => {
  const box = document.createElement("div");
  box.className = "coach-note";
  box.setAttribute("role", "note");
  const text = document.createElement("span");
  text.textContent = mark.textContent;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "btn sm";
  close.textContent = mark.dataset.close;
  close.addEventListener("click", () => {
    keep({ ...known(), [mark.dataset.mark]: true });
    box.remove();
    (place(further)?.querySelector("button") ?? document.getElementById("main"))?.focus();
  });
  box.append(text, close);
  return box;
};

// Put the first of these notes that is not known into its part of the board.
const place = (marks) => {
  const state = known();
  const at = marks.findIndex((mark) => !state[mark.dataset.mark] && document.getElementById(mark.dataset.at));
  if (at < 0) return null;
  const box = note(marks[at], marks.slice(at + 1));
  document.getElementById(marks[at].dataset.at).prepend(box);
  return box;
};

const show = () => {
  for (const old of document.querySelectorAll(".coach-note")) old.remove();
  const folded = document.querySelector("#game #coach");
  if (!folded) return;
  const state = known();
  if (!state.game) keep({ ...state, game: folded.dataset.game });
  folded.remove();
  if (!state.game || state.game === folded.dataset.game) place([...folded.querySelectorAll("[data-mark]")]);
};

document.addEventListener("swapped", show);
show();
