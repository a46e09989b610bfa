// Comfort for every page: the browser's time zone for visitors and the sign-up form, and a menu that closes by itself.
// Nothing depends on it.
"use strict";

(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  if (zone && !document.cookie.split("; ").includes(`zone=${zone}`)) {
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
  }
  for (const field of document.querySelectorAll("input[data-zone]")) {
    if (!field.value) field.value = zone;
  }

  const menu = document.querySelector("details.menu");
  if (menu) {
    document.addEventListener("click", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
    });
  }

  // A form that was sent is not sent again by an impatient second click; after a while it may be, for the net may be gone.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) event.preventDefault();
    else if (form.method === "post" && !event.defaultPrevented) {
      form.dataset.sent = "yes";
      setTimeout(() => delete form.dataset.sent, 4000);
    }
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) delete form.dataset.sent;
  });
})();
