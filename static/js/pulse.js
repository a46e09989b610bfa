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
export const startPolling = (data, changed) => {
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
