// Asks every few seconds whether the game has changed, only while somebody looks. 304 is the usual answer.

// `data` gives the page's data-* (pulse, tag, every, live); `changed` shows the new state.
export const startPolling = (data, changed) => {
  let timer = 0;
  let isAsking = false;

  const ask = async () => {
    clearTimeout(timer);
    if (document.hidden || isAsking || !("live" in data())) return;
    isAsking = true;
    try {
      const answer = await fetch(data().pulse, {
        cache: "no-store", credentials: "same-origin", headers: { "If-None-Match": data().tag },
      });
      if (answer.status === 200 && answer.headers.get("ETag") !== data().tag) await changed();
    } catch {
      // away from the network: the next beat tries again
    } finally {
      isAsking = false;
      plan();
    }
  };
  const plan = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, 1000 * Number(data().every || 10));
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  addEventListener("pageshow", (event) => event.persisted && ask());
  plan();
};
