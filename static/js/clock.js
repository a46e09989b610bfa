// Keeps "1 d 14 h left" true while the page lies open. The words come from the server, in the reader's language.

const text = (due, words) => {
  const minutes = Math.floor((due - Date.now()) / 60000);
  if (due <= Date.now()) return words.over;
  if (minutes < 1) return words.soon;
  const days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24;
  const span = days ? words.days : hours ? words.hours : words.minutes;
  return words.left.replace("*", span.replace("#d", days).replace("#h", hours).replace("#m", minutes % 60));
};

export const minuteHand = () => {
  const turn = () => {
    for (const element of document.querySelectorAll("[data-due]")) {
      element.textContent = text(Date.parse(element.dataset.due), element.dataset);
    }
  };
  setInterval(turn, 20000);
};
