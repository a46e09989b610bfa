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
  const mine = page.querySelector(".top nav a"), next = page.querySelector(".top .me > .only-s"), old = document.querySelector(".top .me > .only-s");
  if (!mine) return;
  for (const link of document.querySelectorAll(`.top a[href="${mine.getAttribute("href")}"]:not(.btn)`)) {
    link.replaceChildren(...mine.cloneNode(true).childNodes);
  }
  old?.remove();
  if (next) document.querySelector(".top .menu")?.before(document.adoptNode(next));
};

// A replay keeps the pages it has asked for, each for so many milliseconds, and every part that it has seen, by its mark.
const kept = new Map(), parts = new Map();
let lasting = 0;

const learn = () => {
  for (const part of region().querySelectorAll("[data-p]")) {
    if (!parts.has(part.dataset.p)) parts.set(part.dataset.p, part.cloneNode(true));
  }
};

// Put the page `text` in place of the present one. `focus` is a selector to go to instead of where the focus was.
export const swap = (text, focus = null) => {
  const page = new DOMParser().parseFromString(text, "text/html");
  const next = page.getElementById("game");
  const old = region();
  const token = page.querySelector("input[name=csrfmiddlewaretoken]")?.value, taken = new Set();
  const known = [...(next?.querySelectorAll("i[data-p]") ?? [])].map((gap) => {
    const { p } = gap.dataset, own = old.querySelector(`[data-p="${p}"]`), isFree = own && !taken.has(p) && !own.parentElement.closest("[data-p]");
    taken.add(p); // what lies in a part that may stay, and the second of two that look alike, is copied
    return [gap, isFree ? own : (own ?? parts.get(p))?.cloneNode(true)];
  });
  if (!next || known.some(([, part]) => !part)) return false;
  const title = heading(old);
  const active = focus ? [focus, "#main"] : sameAs(document.activeElement);
  if (focus === "#main") active.unshift("#move h2");
  const unfolded = openDetails();
  const told = new Set([...old.querySelectorAll("#log > li")].map((line) => line.dataset.n));
  const answer = document.querySelector("input[name=answer]:checked")?.id;
  const figures = new Map([...old.querySelectorAll("[data-f]")].map((one) => [one.dataset.f, one.textContent]));
  const samePanel = old.querySelector("#move h2")?.textContent === next.querySelector("#move h2")?.textContent;
  document.dispatchEvent(new CustomEvent("swapping"));
  old.replaceWith(document.adoptNode(next));
  for (const [gap, part] of known) {
    gap.replaceWith(part);
    for (const [name, value] of [["version", next.dataset.version], ["csrfmiddlewaretoken", token]]) {
      for (const one of value ? part.querySelectorAll(`input[name=${name}]`) : []) one.value = value;
    }
  }
  if (lasting) learn();
  for (const one of next.querySelectorAll("details[id]")) {
    if (unfolded.has(one.id) && (one.id !== "pass-menu" || !focus)) one.open = unfolded.get(one.id);
  }
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

const absolute = (address) => new URL(address, location.href).href;

// What is kept of it, or what is asked for now.
const answered = (address, request) => {
  if (request.method || !lasting) return asked(address, request);
  const place = absolute(address), known = kept.get(place);
  if (known && Date.now() < known.until) return known.answer.catch(() => asked(address, request));
  const answer = asked(address, request);
  kept.set(place, { until: Date.now() + lasting, answer });
  answer.then(({ response }) => response.ok || kept.delete(place), () => kept.delete(place));
  return answer;
};

export const ahead = (address) => answered(address, {}).catch(() => {});

// From now on pages are kept, beginning with this one.
export const keepPages = (time) => {
  lasting = time;
  learn();
  const page = { response: { url: location.href, ok: true }, text: document.documentElement.outerHTML };
  kept.set(location.href, { until: Date.now() + time, answer: Promise.resolve(page) });
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
    // the answer to a move is the game's own page, but stands at an address that only takes moves
    const isAnswer = request.method === "POST" && !response.redirected;
    const shown = isAnswer ? response.headers.get("Content-Location") ?? region().dataset.here : url.pathname + url.search;
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

export const showHelp = () => {
  const help = document.getElementById("keys-help")?.content.firstElementChild.cloneNode(true);
  if (!help) return;
  document.body.append(help);
  help.addEventListener("close", () => help.remove());
  help.showModal();
};

// Room for the move panel: from where it stands, or from under the turn bar, to the foot of the window; and room below the page
// for the sheet that lies over its foot.

const GAP = 12;
const LEAST = 240;
const WIDE = "(min-width: 62.5em)";
const root = document.documentElement;
const bar = () => here().querySelector("#turn").getBoundingClientRect();

const measure = () => {
  const side = here().querySelector(".side");
  if (!side) return;
  const top = Math.max(side.getBoundingClientRect().top, bar().height + GAP);
  root.style.setProperty("--bar", `${bar().height}px`);
  root.style.setProperty("--sheet", `${(here().querySelector("#move")?.offsetHeight ?? 0) + GAP}px`);
  root.style.setProperty("--room", `${Math.max(LEAST, innerHeight - top - GAP)}px`);
};

// A page with every set may become higher than anybody likes to scroll. Then what can be looked up is folded, the least needed
// first and as little as will do; what the reader has opened or closed himself stays as he left it.
const LIMITS = [["(min-width: 150em)", 2600, "#overview"], [WIDE, 2000, "#overview"], ["(max-width: 47.5em)", 3400, "#events"]];
const touched = new Set(), folded = new Set();

// The columns of the board end where they may: what stands beside the score is laid below the own display, or back, where less of
// all columns is empty then. In the widest windows the others' play areas are a column too.
const SLACK = 60;
const COLUMNS = [".grid > .col:not(.side) > *", ".side > *, .side > .tracks > *"], OTHERS = ".flow > *, .flow > .opps > *";
const WIDEST = "(min-width: 118em)";

const lowest = (column) => Math.max(...[...here().querySelectorAll(column)].map((one) => one.getBoundingClientRect().bottom));
const empty = () => {
  const ends = (matchMedia(WIDEST).matches ? [...COLUMNS, OTHERS] : COLUMNS).map(lowest).filter(Number.isFinite);
  return ends.reduce((sum, end) => sum + Math.max(...ends) - end, 0);
};

const balance = () => {
  const beside = here().querySelector(".side > .tracks"), below = here().querySelector(".col > .pair");
  if (!beside || !below || !matchMedia(WIDE).matches) return;
  const overview = here().querySelector("#overview"), opps = here().querySelector(".flow > .opps");
  const tracks = [...beside.children, ...below.children], isUp = (one) => one?.closest(".grid") ?? null;
  const lay = ([left, up]) => {
    beside.append(...tracks.filter((one) => !left.includes(one)));
    below.append(...left);
    if (!overview || !opps || Boolean(isUp(overview)) === up) return;
    if (up) below.parentElement.append(overview);
    else opps.before(overview);
  };
  let best = [[...below.children], Boolean(isUp(overview))], least = empty() - SLACK;
  if (least < 0) return;
  // the score alone would be as small there, and the room beside it empty
  const sides = [[], tracks, ...tracks.map((one) => [one])].filter((left) => left.length !== 1 || left[0].id !== "score");
  for (const way of [false, true].flatMap((up) => sides.map((left) => [left, up]))) {
    lay(way);
    const now = empty();
    if (now < least) [best, least] = [way, now];
  }
  lay(best);
};

const fit = () => {
  for (const id of folded) here().querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  folded.clear();
  balance();
  const [, most, first] = LIMITS.find(([window]) => matchMedia(window).matches) ?? [];
  if (!most) return;
  const spare = [...here().querySelectorAll(`${first}[open]`), ...[...here().querySelectorAll(".opps > [open]")].reverse()];
  for (const one of spare.filter((one) => !touched.has(one.id))) {
    if (root.scrollHeight <= most) return;
    one.open = false;
    folded.add(one.id);
    if (one.closest(".grid")) balance();
  }
};

let planned = 0;
const soon = () => {
  planned ||= requestAnimationFrame(() => {
    planned = 0;
    measure();
  });
};

export const keepRoom = () => {
  addEventListener("scroll", soon, { passive: true });
  addEventListener("resize", soon);
  document.addEventListener("change", soon);
  document.addEventListener("swapped", () => {
    measure();
    fit();
  });
  document.addEventListener("load", (event) => event.target.rel === "stylesheet" && fit(), true); // that of the end
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.("summary")?.parentElement.id;
    if (!id) return;
    touched.add(id);
    folded.delete(id);
  });
  measure();
  fit();
};

// Scroll so far that the panel is whole in the window, and the chosen card lies beside it or above.
export const showPanel = () => {
  measure();
  const panel = here().querySelector("#move")?.getBoundingClientRect();
  if (!panel) return;
  const card = here().querySelector(".slot.sel .card")?.getBoundingClientRect();
  const isDocked = matchMedia("(max-width: 62.4375em)").matches;
  if (card) {
    const top = bar().bottom, bottom = isDocked ? panel.top : innerHeight;
    const isHidden = card.top < top + 8 || card.bottom > bottom - 30;
    if (isHidden) scrollBy({ top: card.top - (top + bottom - card.height) / 2 });
  }
  if (isDocked) return;
  const box = here().querySelector("#move").getBoundingClientRect();
  if (box.bottom > innerHeight) scrollBy({ top: box.bottom - innerHeight + GAP });
  else if (box.top < bar().bottom) scrollBy({ top: box.top - bar().bottom - GAP });
  measure();
};
