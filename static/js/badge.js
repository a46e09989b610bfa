// How many games wait, where one sees it from elsewhere: in front of the title, as a dot on the icon, at the installed app. The number
// is the header's own, which the page freshens with everything else (region.js): nothing is asked for.
"use strict";

(() => {
  const icon = document.querySelector('link[rel="icon"]');
  const plain = icon?.getAttribute("href");
  const title = document.querySelector("title");
  let told = -1;

  const waiting = () => Number.parseInt(document.querySelector(".top .badge")?.textContent ?? "", 10) || 0;
  const show = () => {
    const number = waiting();
    const bare = document.title.replace(/^\(\d+\) /, "");
    const full = number ? `(${number}) ${bare}` : bare;
    if (document.title !== full) document.title = full;
    if (number === told) return;
    told = number;
    if (icon?.dataset.waiting) icon.href = number ? icon.dataset.waiting : plain;
    const answer = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
    answer?.catch(() => {}); // a browser that keeps no badge for this page
  };

  const header = document.querySelector("header.top");
  if (!header || !title) return;
  const observer = new MutationObserver(show);
  observer.observe(header, { childList: true, subtree: true, characterData: true });
  observer.observe(title, { childList: true, characterData: true, subtree: true });
  show();
})();
