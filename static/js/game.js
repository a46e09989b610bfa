// The live page: choosing and sending without reloads, others' moves by polling, the keyboard of the board.
import { goToPanel, showAhead } from "./choice.js";
import { here, isForOthers, keepRoom, showHelp, showPanel, visit } from "./region.js";

// Learns whether the game has changed, only while somebody looks: the site says so (server-sent events), or the page asks. 304 is the usual answer.

// Seconds without a word, after which the connection counts as lost; the site says something every 20.
const SILENT = 45;
// Seconds until the next try, after one that failed; each up to half as long again, so that not all come at once.
const PAUSES = [2, 5, 15, 60, 300];

// `data` gives the page's data-* (stream, live); `heard` is told a version of the game, and whether something else may have changed.
// `lost` is told that from now on nothing is heard. What is returned says whether the page listens.
const startListening = (data, heard, lost) => {
  let source = null, next = 0, silence = 0, failures = 0, isOn = false;

  const stop = () => {
    clearTimeout(next);
    clearTimeout(silence);
    source?.close();
    source = null;
    isOn = false;
  };
  const fail = () => {
    const wasOn = isOn;
    stop();
    const pause = PAUSES[Math.min(failures, PAUSES.length - 1)] * (1 + Math.random() / 2);
    failures += 1;
    next = setTimeout(open, 1000 * pause);
    if (wasOn) lost();
  };
  const take = (event) => {
    clearTimeout(silence);
    silence = setTimeout(fail, 1000 * SILENT);
    isOn = true;
    failures = 0;
    heard(Number(event.data), event.type === "look");
  };
  const open = () => {
    stop();
    if (document.hidden || !data().stream || !("live" in data())) return;
    source = new EventSource(data().stream, { withCredentials: true });
    source.addEventListener("beat", take);
    source.addEventListener("look", take);
    source.addEventListener("error", fail);
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : open()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => event.persisted && open());
  open();
  return () => isOn;
};

// Seconds from one question to the next after something has happened: a bot answers at once, a person may. Then the page asks as
// often as the server wishes (data-every), and while it listens only to be sure: oftener where people chat (data-sure), because
// the site tells nobody who listens that something was said.
const SOON = [0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 5, 8];
const LISTENING = 120;

// `data` gives the page's data-* (pulse, tag, every, live, stream, version); `changed` shows the new state. What is returned is called
// when something has happened here.
const startPolling = (data, changed) => {
  let timer = 0;
  let step = SOON.length;
  let isAsking = false;
  let isAsked = false;
  let latest = 0;

  const isBehind = () => latest > Number(data().version);
  const ask = async () => {
    clearTimeout(timer);
    if (isAsking) isAsked = true;
    if (document.hidden || isAsking || !("live" in data())) return;
    isAsking = true;
    isAsked = false;
    try {
      if (isBehind()) {
        await changed();
        return;
      }
      const answer = await fetch(data().pulse, {
        cache: "no-store", credentials: "same-origin", headers: { "If-None-Match": data().tag },
      });
      if (answer.status === 200 && answer.headers.get("ETag") !== data().tag) {
        step = 0;
        await changed();
      }
    } catch {
      // away from the network: the next beat tries again
    } finally {
      isAsking = false;
      plan();
    }
  };
  const plan = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    const isSure = isListening() && !isBehind() && !isAsked;
    if (isSure) step = SOON.length;
    timer = setTimeout(ask, 1000 * (SOON[step] ?? (isSure ? Number(data().sure || LISTENING) : Number(data().every || 10))));
    step = Math.min(step + 1, SOON.length);
  };
  const heard = (version, mayBeMore) => {
    latest = Math.max(latest, version);
    if (isBehind() || mayBeMore) {
      step = 0;
      ask();
    } else if (!isAsking) plan();
  };
  const isListening = startListening(data, heard, () => isAsking || plan());

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  addEventListener("pageshow", (event) => event.persisted && ask());
  plan();
  return () => {
    step = 0;
    if (!isAsking) plan();
  };
};

const narrow = matchMedia("(max-width: 47.5em)");
const $ = (selector) => here().querySelector(selector);
const chosen = () => new URLSearchParams(location.search).has("card");

const foldForPhones = () => {
  if (narrow.matches) for (const one of here().querySelectorAll("details[data-phone-closed]")) one.open = false;
};

// The tableau is one stop of the Tab key; arrows move inside it.
const cards = () => [...here().querySelectorAll("#tableau .cards button.card")];
const rove = (current) => {
  for (const card of cards()) card.tabIndex = card === current ? 0 : -1;
};

const markTarget = () => {
  const answer = $("input[name=answer]:checked")?.id.slice(2);
  for (const label of here().querySelectorAll("[data-target]")) {
    label.parentElement.classList.toggle("on", label.dataset.target === answer);
  }
};

// What a digit chooses: an answer of a list by its mark, or one of several buttons, which then bear the digit.
const answers = () => [...here().querySelectorAll("#move [id^=a-], #move button[data-answer]")].slice(0, 9);
const number = () => {
  if (here().dataset.keys === "off") return;
  answers().forEach((answer, place) => {
    answer.setAttribute("aria-keyshortcuts", place + 1);
    if (answer.hasAttribute("data-answer")) answer.dataset.answer = place + 1;
  });
};

const dress = () => {
  const all = cards();
  rove(all.find((card) => card.getAttribute("aria-pressed")) ?? all.find((card) => card === document.activeElement) ?? all[0]);
  markTarget();
  number();
};

const panelHeading = "#move h2";
const choose = async (address) => {
  if (goToPanel(address)) return;
  const how = chosen() ? "replace" : "push";
  if (showAhead(address)) history[`${how}State`]({ region: true }, "", address);
  else await visit(address, { history: how });
  showPanel();
};

// Back to the page without a chosen card, and the focus back to the card.
const cancel = async () => {
  const card = new URLSearchParams(location.search).get("card");
  const isConfirming = new URLSearchParams(location.search).has("do");
  const address = isConfirming && card ? `${here().dataset.here}?card=${encodeURIComponent(card)}` : here().dataset.here;
  const focus = card ? `button[value="${CSS.escape(card)}"]` : null;
  if (isConfirming || !showAhead(address)) {
    await visit(address, { history: "replace", focus });
    return;
  }
  history.replaceState(history.state, "", address);
  if (focus) $(focus).focus({ preventScroll: true });
};

// The buttons of the form that is on its way. Some stand in parts of the page that stay as they are, and have to work again.
let sent = [];
document.addEventListener("swapping", () => {
  for (const button of sent) button.disabled = false;
});

// Conditional orders that are being written outlive an exchange of the page. What a test said of them may no longer be true.
let written = null, writing = null;
document.addEventListener("input", (event) => {
  const form = event.target.closest("#orders-form");
  if (form) form.dataset.dirty = "";
});
document.addEventListener("swapping", () => {
  written = $("#orders-form[data-dirty]");
  writing = written?.contains(document.activeElement) ? document.activeElement : null;
});
document.addEventListener("swapped", () => {
  const next = $("#orders-form");
  if (!written || !next || next === written) return;
  if (written.elements.version.value !== next.elements.version.value) written.querySelector("#orders-tested")?.remove();
  written.elements.version.value = next.elements.version.value;
  next.replaceWith(written);
  writing?.focus({ preventScroll: true });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!here().contains(form) || form.closest("[data-plain]")) return;
  const data = new FormData(form, event.submitter);
  const action = new URL(event.submitter?.getAttribute("formaction") ?? form.getAttribute("action"), location.href);
  if (!action.pathname.startsWith(here().dataset.here) || action.pathname.endsWith("/rematch/")) return;
  event.preventDefault();
  action.hash = "";
  if (form.method === "get") {
    action.search = new URLSearchParams(data).toString();
    choose(action);
    return;
  }
  delete form.dataset.dirty;
  sent = [...form.elements].filter((one) => one.type === "submit" && !one.disabled);
  for (const button of sent) button.disabled = true;
  const stays = form.hasAttribute("data-stay") ? `#${CSS.escape(event.submitter?.id || "main")}` : "#main";
  const focus = data.has("ask") ? panelHeading : stays;
  visit(action, { method: "POST", body: new URLSearchParams(data), history: "replace", focus }).then(hurry);
}, true);

document.addEventListener("click", (event) => {
  if (!event.target.closest) return;
  const link = event.target.closest("a[data-cancel]");
  if (link && here().contains(link) && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    cancel();
    return;
  }
  for (const open of here().querySelectorAll("details.ph[open], details.drop-d[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});

document.addEventListener("change", (event) => {
  if (event.target.name === "answer") markTarget();
});

const shortcuts = {
  b: () => [...here().querySelectorAll("[data-key=b]")].find((button) => button.offsetParent)?.click(),
  t: () => $("[data-key=t]")?.click(),
  e: () => $("[data-key=e]")?.click(),
  n: () => $("[data-key=n]")?.click(),
  p: () => {
    const menu = $("#pass-menu");
    if (menu && !$("#pass > button")) menu.open = true;
    $("#pass button")?.focus();
  },
  "?": showHelp,
};

// From nowhere on the page, left and right lead into the tableau; up and down go on scrolling.
const enterTableau = (event) => {
  const stop = cards().find((card) => card.tabIndex === 0);
  const isNowhere = event.target === document.body || event.target.id === "main";
  if (!stop || !isNowhere || !["ArrowLeft", "ArrowRight"].includes(event.key)) return false;
  event.preventDefault();
  stop.focus();
  return true;
};

const walk = (event) => {
  const all = cards(), place = all.indexOf(event.target);
  if (place < 0) return enterTableau(event);
  const at = event.target.getBoundingClientRect();
  let next = null;
  if (event.key === "ArrowLeft") next = all[place - 1];
  else if (event.key === "ArrowRight") next = all[place + 1];
  else if (event.key === "Home") next = all[0];
  else if (event.key === "End") next = all.at(-1);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const sign = event.key === "ArrowUp" ? -1 : 1;
    const distance = (card) => {
      const box = card.getBoundingClientRect();
      const down = sign * (box.top - at.top);
      return down > at.height / 2 ? down * 3 + Math.abs(box.left - at.left) : Infinity;
    };
    next = all.reduce((best, card) => (distance(card) < (best ? distance(best) : Infinity) ? card : best), null);
  } else return false;
  event.preventDefault();
  if (next) {
    rove(next);
    next.focus();
  }
  return true;
};

document.addEventListener("keydown", (event) => {
  if (isForOthers(event) || walk(event)) return;
  if (event.key === "Escape") {
    const open = $("details.ph[open], details.drop-d[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    } else if ($("[data-cancel]")) cancel();
    return;
  }
  if (here().dataset.keys === "off") return;
  if (/^[1-9]$/.test(event.key)) {
    const answer = answers()[event.key - 1];
    answer?.focus();
    answer?.click();
  } else if (Object.hasOwn(shortcuts, event.key)) {
    event.preventDefault();
    shortcuts[event.key]();
  }
});

// The panel of the chosen card comes next, though the own cards stand between them on the page.
document.addEventListener("keydown", (event) => {
  const isBack = event.shiftKey, card = $("#tableau [aria-pressed], #display [aria-pressed]"), panel = $("#move");
  if (event.key !== "Tab" || !card || !panel || event.ctrlKey || event.altKey) return;
  const first = [...panel.querySelectorAll("a[href], button, input, summary, [tabindex]")].find((one) => one.offsetParent && one.tabIndex >= 0);
  const next = !isBack && event.target === card ? first : isBack && event.target === first ? card : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
});

addEventListener("popstate", () => showAhead(location.href) || visit(location.href));
for (const change of ["swapped", "chosen"]) document.addEventListener(change, dress);
const hurry = startPolling(() => here().dataset, async () => {
  // a move that is being confirmed stays on the screen: the server says whether it is still possible
  if (!here().hasAttribute("aria-busy")) await visit(location.href, { quiet: true });
});
// what only a game that goes on has a use for
if ("live" in here().dataset) {
  import("./motion.js");
  import("./live.js").then(({ letDoubleClick, letDrag, minuteHand }) => {
    minuteHand();
    letDrag(choose);
    letDoubleClick(choose);
  });
}
foldForPhones();
keepRoom();
dress();
showPanel();

// When the reader leaves, the server learns what they have seen: "since your last visit" begins there, and a result that was seen
// is not offered again. Nothing is sent while the page is open, so that what is new stays marked as new.

const latestLine = () => [...document.querySelectorAll("[data-seen-line]")].at(-1)?.dataset.seenLine ?? "0";

let lastTold = "";

const tell = () => {
  const sent = document.getElementById("seen"), game = document.getElementById("game");
  if (!sent || !game) return;
  const body = new FormData(sent);
  body.set("version", game.dataset.version);
  body.set("line", latestLine());
  const says = [...body].filter(([name]) => name !== "csrfmiddlewaretoken").join();
  if (says === lastTold) return;
  lastTold = says;
  navigator.sendBeacon(sent.action, body);
};

addEventListener("pagehide", tell);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) tell();
});
