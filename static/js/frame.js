// Comfort for every page: the browser's time zone for visitors and the sign-up form, a menu that closes by itself, how many games
// wait, and positions kept for when the net is away. Nothing depends on it.
"use strict";

(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
  }
  for (const field of document.querySelectorAll("input[data-zone]")) {
    if (!field.value) field.value = zone;
  }

  const menu = document.querySelector("details.menu");
  if (menu) {
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
  }

  // A form that was sent is not sent again by an impatient second click; after a while it may be, for the net may be gone.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    else if (form.method === "post" && !event.defaultPrevented) {
      form.dataset.sent = "yes";
      setTimeout(() => delete form.dataset.sent, 4000);
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) delete form.dataset.sent;
  });
})();

// How many games wait, where one sees it from elsewhere: in front of the title, as a dot on the icon, at the installed app. The number
// is the header's own, which the page freshens with everything else (region.js): nothing is asked for.
(() => {
  const icon = document.querySelector('link[rel="icon"]');
  const plain = icon?.getAttribute("href");
  const title = document.querySelector("title");
  let told = -1;

  const waiting = () => Number.parseInt(document.querySelector(".top .badge")?.textContent ?? "", 10) || 0;
  const show = () => {
    const number = waiting();
    const bare = document.title.replace(/^\(\d+\) /, "");
    const full = number ? `(${number}) ${bare}` : bare;
    if (document.title !== full) document.title = full;
    if (number === told) return;
    told = number;
    if (icon?.dataset.waiting) icon.href = number ? icon.dataset.waiting : plain;
    const answer = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
    answer?.catch(() => {}); // a browser that keeps no badge for this page
  };

  const header = document.querySelector("header.top");
  if (!header || !title) return;
  const observer = new MutationObserver(show);
  observer.observe(header, { childList: true, subtree: true, characterData: true });
  observer.observe(title, { childList: true, characterData: true, subtree: true });
  show();
})();

// Keeps what spectators see of the games that this account has open, for when the net is away, and forgets it where that
// account is not signed in any more. It only reads: nothing is sent, and nothing counts as seen.
(async () => {
  if (!("caches" in window) || !("serviceWorker" in navigator)) return;
  const MOST = 20;
  const { lang, dataset: { account } } = document.documentElement;
  const own = account ? `positions-${account}` : "";
  let version;

  const keep = async () => {
    const game = document.querySelector("#game[data-glimpse]");
    if (!game || game.dataset.version === version) return;
    const address = game.dataset.glimpse;
    const answer = await fetch(address);
    if (!answer.ok || answer.headers.get("X-Account") !== account) return;
    version = game.dataset.version;
    const store = await caches.open(own);
    await store.delete(address, { ignoreVary: true });
    await store.put(address, answer); // the latest is the last
    for (const old of (await store.keys()).slice(0, -MOST)) await store.delete(old, { ignoreVary: true });
  };
  const tryToKeep = () => keep().catch(() => {}); // the net is away, or the device is full

  try {
    for (const name of await caches.keys()) {
      if (name.startsWith("positions-") && name !== own) await caches.delete(name);
    }
    if (!own || !document.querySelector("#game[data-glimpse]")) return;
    await navigator.serviceWorker.register(`/service-worker.js?${lang}`);
    setTimeout(tryToKeep, 1500); // what the reader came for is first
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") tryToKeep();
    });
  } catch {
    // a browser that keeps nothing
  }
})();
