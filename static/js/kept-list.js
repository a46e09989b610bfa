// The page that stands for all others when the net is away lists the games of which this device has kept something.
"use strict";

(async () => {
  document.querySelector("[data-again]").href = location.href;
  const section = document.querySelector("[data-kept]");
  for (const name of await caches.keys()) {
    if (!name.startsWith("positions-")) continue;
    const store = await caches.open(name);
    for (const request of (await store.keys()).reverse()) {
      const answer = await store.match(request, { ignoreVary: true });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const link = document.createElement("a");
      link.href = page.querySelector("[data-game]").getAttribute("href");
      link.textContent = page.title;
      const line = document.createElement("li");
      line.append(link);
      section.querySelector("ul").append(line);
      section.hidden = false;
    }
  }
})();
