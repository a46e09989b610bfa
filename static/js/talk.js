// Chat on the page of a game: a line goes without a reload, what is half written outlives an exchange of the page, Enter sends,
// and new lines are said to who listens. Without this the form is an ordinary one. One's notes open beside the board as well: their
// page is asked once, and what is half written stays while the board moves on.
import { visit } from "./region.js";

const field = () => document.getElementById("talk-text");
const list = () => document.getElementById("talk-lines");
let draft = "", last = 0;

// What is folded away has not been read (static/js/game.js tells what was).
const mark = () => {
  const panel = document.getElementById("talk");
  if (!panel?.dataset.line) return;
  if (panel.open || !panel.querySelector(".new")) panel.dataset.seenLine = panel.dataset.line;
};

const toEnd = () => list()?.scrollTo(0, list().scrollHeight);
const lines = () => [...(list()?.querySelectorAll("[data-l]") ?? [])];
const newest = () => Number(lines().at(-1)?.dataset.l ?? 0);

const refuse = (text) => {
  const why = document.getElementById("talk-why");
  if (!why) return;
  why.textContent = text;
  why.hidden = !text;
};

const send = async (form, by) => {
  const button = form.querySelector("button"), body = new URLSearchParams(new FormData(form));
  if (by?.name) body.append(by.name, by.value);
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", credentials: "same-origin", body });
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      refuse(page.getElementById("refusal")?.textContent.trim() || page.querySelector("h1")?.textContent.trim() || "");
      return;
    }
    if (!by?.name) {
      draft = "";
      const text = field();
      if (text) text.value = "";
    }
    await visit(location.href, { quiet: true, focus: "#talk-text" });
  } catch {
    form.submit(); // the browser says what is wrong with the network
  } finally {
    button.disabled = false;
  }
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches("#talk form.say")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("input", (event) => {
  if (event.target.id !== "talk-text") return;
  draft = event.target.value;
  refuse("");
});
document.addEventListener("keydown", (event) => {
  if (event.target.id !== "talk-text" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  if (!matchMedia("(pointer: fine)").matches) return;
  event.preventDefault();
  if (event.target.value.trim()) event.target.form.requestSubmit();
});
document.addEventListener("swapped", () => {
  const text = field(), said = document.getElementById("said");
  if (text && draft) {
    const had = document.activeElement === text;
    text.value = draft;
    if (had) text.setSelectionRange(draft.length, draft.length);
  }
  const news = lines().filter((line) => Number(line.dataset.l) > last && !line.classList.contains("own"));
  if (news.length && said) {
    said.append(...news.map((line) => {
      const sentence = document.createElement("p");
      sentence.textContent = `${line.querySelector("b").textContent}: ${line.querySelector(".t").textContent}`;
      return sentence;
    }));
  }
  last = Math.max(last, newest());
  toEnd();
  mark();
});
document.addEventListener("toggle", (event) => {
  if (event.target.id !== "talk") return;
  toEnd();
  mark();
}, true);
last = newest();
toEnd();
setTimeout(mark); // once the page has folded what phones fold

const notes = document.createElement("dialog");
notes.className = "panel notes-here";
notes.setAttribute("aria-labelledby", "notes-h");
const show = (page) => {
  const form = page.querySelector("form.notes"), head = page.querySelector("h1"), why = page.querySelector(".message.error");
  const close = form.querySelector("a.btn");
  head.id = "notes-h";
  form.action = page.dataset.at;
  form.className = "notes";
  close.addEventListener("click", (event) => {
    event.preventDefault();
    notes.close();
    document.querySelector("#talk > summary")?.focus();
  });
  notes.replaceChildren(head, ...(why ? [why] : []), form);
};
const read = async (answer) => {
  if (!answer.headers.get("Content-Type")?.startsWith("text/html")) throw new Error("no page");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  page.dataset.at = new URL(answer.url).pathname;
  show(page);
};
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.('#game a[href$="/notes/"]');
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const text = notes.querySelector("textarea"); // what is half written stays; else another window may have saved meanwhile
    if (!text || text.value === text.defaultValue) await read(await fetch(link.href, { credentials: "same-origin" }));
    if (!notes.isConnected) document.body.append(notes);
    document.getElementById("talk")?.removeAttribute("open");
    notes.show();
    notes.querySelector("textarea").focus();
  } catch {
    location.assign(link.href);
  }
});
notes.addEventListener("keydown", (event) => event.key === "Escape" && notes.querySelector("a.btn").click());
notes.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target, button = form.querySelector("button");
  button.disabled = true;
  try {
    await read(await fetch(form.action, { method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)) }));
    if (!notes.querySelector(".error")) notes.querySelector("a.btn").click();
  } catch {
    location.assign(form.action); // where what was saved can be read
  }
});
