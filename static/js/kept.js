// Keeps what spectators see of the games that this account has open, for when the net is away, and forgets it where that
// account is not signed in any more. It only reads: nothing is sent, and nothing counts as seen.
"use strict";

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
