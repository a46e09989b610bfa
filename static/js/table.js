// Comfort for the pages of a table and of a quick match: keeps up with it, copies the link. Nothing depends on it.
"use strict";

(() => {
  const table = document.querySelector("[data-table]");
  if (table) {
    const seconds = table.querySelector("[data-seconds]");
    if (seconds) {
      const starts = Date.now() + Number(seconds.textContent) * 1000;
      setInterval(() => {
        seconds.textContent = String(Math.max(0, Math.round((starts - Date.now()) / 1000)));
      }, 500);
    }
    const typed = () => [...table.querySelectorAll("input[type=text]:not([readonly])")].some((field) => field.value);
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(table.dataset.pulse, { headers: { Accept: "application/json" } }).catch(() => null);
      if (!answer || !answer.ok) return;
      const now = await answer.json();
      if (now.game) location.assign(now.game);
      else if (now.state !== table.dataset.state) {
        if (typed()) table.querySelector("[data-stale]").hidden = false;
        else location.replace(table.dataset.here);
      }
    };
    setInterval(look, table.dataset.busy ? 3000 : 10000);
    document.addEventListener("visibilitychange", look);
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue;
    const field = document.getElementById(button.dataset.copy);
    const said = document.querySelector("[data-copied]");
    const words = said.textContent;
    said.textContent = "";
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      field.select();
      said.textContent = button.textContent = words;
    });
  }
})();
