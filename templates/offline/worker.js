// Shows, when the net is away, what is kept of a game, or that the net is away, and shows what is pushed. It sends nothing of its
// own, changes nothing, and leaves every answer of the site as it is. static/js/frame.js keeps the positions, push.js subscribes.
"use strict";

const SHELL = "shell-{{ version }}";
const PAGE = "{{ page }}";
const PARTS = [{% for part in parts %}"{{ part }}"{% if not forloop.last %}, {% endif %}{% endfor %}];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll([PAGE, ...PARTS])));
});

const begin = async () => {
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
  await self.registration.navigationPreload?.enable(); // no page waits for this program
};
self.addEventListener("activate", (event) => event.waitUntil(begin()));

const kept = async (address) => {
  const game = new URL(address).pathname.match(/^\/games\/\d+\//);
  const found = game && await caches.match(`${game[0]}glimpse/`, { ignoreVary: true });
  return found || caches.match(PAGE, { ignoreVary: true });
};

const page = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch (away) {
    return (await kept(event.request.url)) || Promise.reject(away);
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (PARTS.includes(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request, { ignoreVary: true }).then((part) => part || fetch(request)));
  }
});

// A push says what the subject of a mail says; a click opens its page. An address of another site is no page.
self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // whatever it is, it is not ours; browsers want something to be shown all the same
  }
  const path = typeof told.path === "string" && /^\/(?!\/)/.test(told.path) ? told.path : "/";
  const shown = { body: told.body || "", tag: told.tag, data: path, icon: "{{ icon }}", badge: "{{ icon }}" };
  event.waitUntil(self.registration.showNotification(told.title || "St Pete", shown));
});

const open = async (address) => {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((one) => new URL(one.url).pathname === new URL(address).pathname);
  return there ? there.focus() : self.clients.openWindow(address);
};
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data || "/", self.location.origin).href));
});
