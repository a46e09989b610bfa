// Asks whether the game has changed, only while somebody looks. 304 is the usual answer.

// Seconds from one question to the next after something has happened: a bot answers at once, a person may. Then the page asks as
// often as the server wishes (data-every).
const SOON = [0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.5, 2, 3, 5, 8];

// `data` gives the page's data-* (pulse, tag, every, live); `changed` shows the new state. What is returned is called when
// something has happened here.
export const startPolling = (data, changed) => {
  let timer = 0;
  let step = SOON.length;
  let isAsking = false;

  const ask = async () => {
    clearTimeout(timer);
    if (document.hidden || isAsking || !("live" in data())) return;
    isAsking = true;
    try {
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
    timer = setTimeout(ask, 1000 * (SOON[step] ?? Number(data().every || 10)));
    step = Math.min(step + 1, SOON.length);
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  addEventListener("pageshow", (event) => event.persisted && ask());
  plan();
  return () => {
    step = 0;
    if (!isAsking) plan();
  };
};
