// Hears from the site that a game has changed (server-sent events). Where it cannot, the page asks (pulse.js).

// Seconds without a word, after which the connection counts as lost; the site says something every 20.
const SILENT = 45;
// Seconds until the next try, after one that failed; each up to half as long again, so that not all come at once.
const PAUSES = [2, 5, 15, 60, 300];

// `data` gives the page's data-* (stream, live); `heard` is told a version of the game, and whether something else may have changed.
// `lost` is told that from now on nothing is heard. What is returned says whether the page listens.
export const startListening = (data, heard, lost) => {
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
