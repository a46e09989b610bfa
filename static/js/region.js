// The page without reloads: fetch the same addresses a plain page would open, and put the new #game in the old one's place.
// What is open stays open, what had the focus keeps it or hands it to what stands nearest, and new lines of the log are said.

const region = () => document.getElementById("game");

// Where an element is to be found on the next page: by id, or by what it sends or where it leads, first in the same part of the
// page, then anywhere; at last the part itself.
const sameAs = (element) => {
  if (!element || !region().contains(element)) return [];
  if (element.id) return [`#${CSS.escape(element.id)}`, "#main"];
  const part = element.closest("[id]:not(#game)")?.id, home = part ? `#${CSS.escape(part)}` : "";
  const found = ["value", "href"].filter((name) => element.getAttribute(name))
    .map((name) => `${element.localName}[${name}="${CSS.escape(element.getAttribute(name))}"]`);
  if (home && element.localName === "summary") found.push("> summary");
  return [...found.map((one) => `${home} ${one}`), ...found.filter((one) => !one.startsWith(">")), ...(home ? [`${home} > summary`] : []), "#move h2", "#main"];
};

// The first of these places that takes the focus.
const goTo = (places, how) => {
  for (const place of places) {
    for (const element of region().parentElement.querySelectorAll(place)) {
      if (element.getClientRects().length) element.focus(how);
      if (document.activeElement === element) return;
    }
  }
};

const openDetails = () => new Map([...region().querySelectorAll("details[id]")].map((one) => [one.id, one.open]));

const heading = (root) => root.querySelector("#turn h1")?.textContent.trim();

// New lines of the log, oldest first, and the turn bar when it says something else now.
const say = (title, known) => {
  const lines = [...region().querySelectorAll("#log > li")].filter((line) => !known.has(line.dataset.n)).reverse();
  const said = document.getElementById("said");
  const news = lines.map((line) => line.querySelector(".s")?.textContent.trim() ?? "");
  const now = heading(region());
  if (now !== title) news.push(now);
  if (!news.length || !said) return;
  said.replaceChildren(...news.map((text) => {
    const sentence = document.createElement("p");
    sentence.textContent = text;
    return sentence;
  }));
};

// A changed figure is underlined for two seconds; it does not count up.
const underlineChanges = (before) => {
  for (const figure of region().querySelectorAll("[data-f]")) {
    if (!before.has(figure.dataset.f) || before.get(figure.dataset.f) === figure.textContent) continue;
    figure.classList.add("changed");
    setTimeout(() => figure.classList.remove("changed"), 2000);
  }
};

// What the header counts: how many games wait, in its places, in the menu and beside it on phones.
const freshenHeader = (page) => {
  for (const place of [".top nav", ".top .me > .only-s", ".top .menu .badge"]) {
    const next = page.querySelector(place), old = document.querySelector(place);
    if (next && old) old.replaceWith(document.adoptNode(next));
    else if (next) document.querySelector(".top .menu")?.before(...(place.includes(".me >") ? [document.adoptNode(next)] : []));
    else old?.remove();
  }
};

// A page that was asked for before anybody wished to see it, one at a time and good for a minute, as long as this one stands.
let early = null;

// Put the page `text` in place of the present one. `focus` is a selector to go to instead of where the focus was.
export const swap = (text, focus = null) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("game");
  const old = region();
  const known = [...(next?.querySelectorAll("i[data-p]") ?? [])].map((gap) => [gap, old.querySelector(`[data-p="${gap.dataset.p}"]`)]);
  if (!next || known.some(([, part]) => !part)) return false;
  const title = heading(old);
  const active = focus ? [focus, "#main"] : sameAs(document.activeElement);
  if (focus === "#main") active.unshift("#move h2");
  const unfolded = openDetails();
  const told = new Set([...old.querySelectorAll("#log > li")].map((line) => line.dataset.n));
  const answer = document.querySelector("input[name=answer]:checked")?.id;
  const figures = new Map([...old.querySelectorAll("[data-f]")].map((one) => [one.dataset.f, one.textContent]));
  const samePanel = old.querySelector("#move h2")?.textContent === next.querySelector("#move h2")?.textContent;
  for (const one of next.querySelectorAll("details[id]")) {
    if (unfolded.has(one.id) && (one.id !== "pass-menu" || !focus)) one.open = unfolded.get(one.id);
  }
  early = null;
  document.dispatchEvent(new CustomEvent("swapping"));
  old.replaceWith(document.adoptNode(next));
  for (const [gap, part] of known) gap.replaceWith(part);
  document.title = page.title;
  document.body.className = page.body.className;
  underlineChanges(figures);
  if (samePanel && answer) document.getElementById(answer)?.click();
  freshenHeader(page);
  goTo(active, { preventScroll: focus !== "#move h2" });
  say(title, told);
  document.dispatchEvent(new CustomEvent("swapped"));
  return true;
};

// Parts of the page bear marks of what they say. Those that are here already are not sent again, but an empty element in their place.
const marks = () => [...region().querySelectorAll("[data-p]")].map((part) => part.dataset.p).join(" ");

const asked = async (address, request = {}) => {
  const response = await fetch(address, { credentials: "same-origin", headers: { "X-Step": marks() || "yes" }, ...request });
  return { response, text: await response.text() };
};

const MINUTE = 60000;
const absolute = (address) => new URL(address, location.href).href;

export const ahead = (address) => {
  early = { address: absolute(address), until: Date.now() + MINUTE, answer: asked(address) };
  early.answer.catch(() => {});
};

// What came early, or what is asked for now.
const answered = (address, request) => {
  const found = early?.address === absolute(address) && Date.now() < early.until && !request.method ? early.answer : null;
  early = null;
  return found ? found.catch(() => asked(address, request)) : asked(address, request);
};

let latest = 0;

// Fetch a page, without its frame where the server can, and show it, unless a later wish has overtaken it. `history` is "push", "replace" or "keep". Falls back to an ordinary visit.
export const visit = async (address, { history: how = "keep", focus = null, quiet = false, ...request } = {}) => {
  const own = ++latest;
  region().setAttribute("aria-busy", "true");
  if (!quiet) region().classList.add("busy");
  try {
    const { response, text } = await answered(address, request);
    const url = new URL(response.url);
    if (own !== latest) return null;
    if (url.origin !== location.origin || !swap(text, focus)) throw new Error("not this page");
    // the answer to a refused move is the game's own page, but stands at an address that only takes moves
    const shown = request.method === "POST" && !response.redirected ? region().dataset.here : url.pathname + url.search;
    if (how === "push" && shown !== location.pathname + location.search) history.pushState({ region: true }, "", shown);
    else if (how !== "keep") history.replaceState(history.state, "", shown);
    return response;
  } catch {
    if (own !== latest || quiet) return null;
    if (request.method === "POST") location.assign(region().dataset.here);
    else location.assign(address);
    return null;
  } finally {
    if (own === latest) {
      region().removeAttribute("aria-busy");
      region().classList.remove("busy");
    }
  }
};

// Does this event come from somebody who is typing or wants the browser's own shortcut?
export const isForOthers = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ||
  event.target.closest?.("input:not([type=radio]), textarea, select, dialog");

export const here = region;
