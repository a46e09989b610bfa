// After an answer the teacher's words come into view, wherever on the board it was given, and the way on has the focus.
const show = () => {
  const teacher = document.getElementById("teacher");
  if (!teacher?.matches(".right, .wrong")) return;
  scrollTo({ top: 0 });
  document.getElementById("go-on")?.focus({ preventScroll: true });
};

document.addEventListener("swapped", show);
show();
