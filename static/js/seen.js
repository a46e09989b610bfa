// Tells the server what was before somebody's eyes when he goes away: "since your last visit" begins there, and a result that
// was seen is not offered again. While the page is open nothing is told, so that what is new stays marked as new.

const form = () => document.getElementById("seen");
const line = () => [...document.querySelectorAll("[data-seen-line]")].at(-1)?.dataset.seenLine ?? "0";

let told = "";

const tell = () => {
  const sent = form(), game = document.getElementById("game");
  if (!sent || !game) return;
  const body = new FormData(sent);
  body.set("version", game.dataset.version);
  body.set("line", line());
  const says = [...body].filter(([name]) => name !== "csrfmiddlewaretoken").join();
  if (says === told) return;
  told = says;
  navigator.sendBeacon(sent.action, body);
};

addEventListener("pagehide", tell);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) tell();
});
