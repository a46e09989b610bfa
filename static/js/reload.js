// Comfort for a page that waits for something: it opens anew when that is there. Its link does the same without this.
"use strict";

setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer && answer.ok && !(await answer.text()).includes("data-reload")) location.reload();
}, 5000);
