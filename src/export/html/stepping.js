"use strict";
// Steps through the positions of a page, from 0 to `end`. `draw(step)` draws a position and returns it in words.
const enableStepping = (end, draw) => {
  const at = (id) => document.getElementById(id);
  const [controls, now, told, card, slider] = ["controls", "now", "told", "card", "slider"].map(at);
  let step = end;

  // Everything above the line of a turn's card is read out; what is below it is there to be looked up.
  const show = (wanted) => {
    step = Math.max(0, Math.min(end, wanted));
    const words = draw(step);
    document.querySelector(".board > svg > desc").textContent = words;
    at("words").textContent = words;

    const parts = [...at(`card-${step}`).content.cloneNode(true).childNodes];
    const line = parts.findIndex((part) => part.nodeName === "HR");
    told.replaceChildren(...(line < 0 ? parts : parts.slice(0, line)));
    card.replaceChildren(...(line < 0 ? [] : parts.slice(line)));

    const row = document.querySelector(`[data-step="${step}"]`);
    document.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "step");
    at("caption").textContent = told.querySelector("h3").textContent;
    slider.value = step;
    slider.setAttribute("aria-valuetext", at("caption").textContent);
    at("first").disabled = at("back").disabled = step === 0;
    at("last").disabled = at("forward").disabled = step === end;
  };

  // A button that cannot be pressed any more loses the keyboard's place.
  const press = (wanted, other) => {
    const pressed = document.activeElement;
    show(wanted);
    if (pressed?.disabled) at(other).focus();
  };
  at("first").addEventListener("click", () => press(0, "forward"));
  at("back").addEventListener("click", () => press(step - 1, "forward"));
  at("forward").addEventListener("click", () => press(step + 1, "back"));
  at("last").addEventListener("click", () => press(end, "back"));
  slider.addEventListener("input", () => show(Number(slider.value)));

  const leap = { ArrowLeft: () => step - 1, ArrowRight: () => step + 1, Home: () => 0, End: () => end };
  document.addEventListener("keydown", (event) => {
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // The slider has these keys of its own.
    if (modified || !(event.key in leap) || event.target === slider) return;
    event.preventDefault();
    show(leap[event.key]());
  });

  // `#turn-12` shows that turn.
  const follow = () => {
    const row = at(location.hash.slice(1));
    if (row?.dataset.step) show(Number(row.dataset.step));
    return row?.dataset.step;
  };
  window.addEventListener("hashchange", () => {
    if (follow()) at("play-heading").scrollIntoView();
  });

  // On paper the board stands as it stood at the end.
  let before = step;
  window.addEventListener("beforeprint", () => {
    before = step;
    show(end);
  });
  window.addEventListener("afterprint", () => show(before));

  controls.hidden = now.hidden = false;
  if (!follow()) show(0);
  // Once the browser has gone to the row itself.
  else window.addEventListener("load", () => setTimeout(() => at("play-heading").scrollIntoView()));
};
