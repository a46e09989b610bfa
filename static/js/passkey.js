// Passkeys: what needs them is shown where the browser knows them, and where one failed the page says so. The talk with the
// authenticator itself is allauth's (mfa/js/webauthn.js).
"use strict";

(() => {
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  document.querySelectorAll("[data-passkey]").forEach((one) => { one.hidden = false; });
  document.querySelectorAll("[data-no-passkey]").forEach((one) => { one.hidden = true; });
  const failed = document.querySelector("[data-passkey-failed]");
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault(); // else it is written to the console
    if (failed) failed.hidden = false;
  });
})();
