"use strict";
// Steps through the turns of a kept page. All of it stands in the page: this moves pieces and marks, and shows the turn.
{
  const at = (id) => document.getElementById(id);
  const steps = [...document.querySelectorAll("[data-set]")];
  const end = steps.length - 1;
  const board = document.querySelector(".board-picture");
  const placeOf = (cell) => at(`m-${cell}`).dataset.at.split(" ").map(Number);
  let shown = end;

  // The tokens on each cell after a step.
  const standing = (step) => {
    const cells = new Map();
    for (const { dataset } of steps.slice(0, step + 1)) {
      for (const change of dataset.set.split(",").filter(Boolean)) {
        const [cell, ...tokens] = change.split(" ");
        if (tokens.length) cells.set(cell, tokens);
        else cells.delete(cell);
      }
    }
    return cells;
  };

  const draw = (step) => {
    const [pieces, words] = [[], []];
    for (const [cell, tokens] of standing(step)) {
      const [x, y] = placeOf(cell);
      // Two on a throne stand side by side.
      const [off, scale] = tokens.length > 1 ? [19, 0.72 * board.dataset.scale] : [0, board.dataset.scale];
      tokens.forEach((token, number) => {
        const aside = number ? off : -off;
        pieces.push(`<use href="#${token}" transform="translate(${x + aside} ${y + aside})scale(${scale})"/>`);
        words.push(`${at(token).querySelector("title").textContent} ${cell}`);
      });
    }
    at("pieces").innerHTML = pieces.join("");
    board.querySelector("desc").textContent = words.join(", ");
    const touched = steps[step].dataset.touched ?? "";
    const cells = touched.split(/[ -]/).filter((cell) => at(`m-${cell}`));
    const line = touched.includes("-") ? `<path d="M${cells.map((cell) => placeOf(cell).join(" ")).join("L")}"/>` : "";
    const marks = cells.map((cell) => `<use href="#m-${cell}"/>`).join("") + line;
    for (const layer of at("marks").children) layer.innerHTML = marks;
    const beside = steps.slice(0, step + 1).findLast((it) => it.dataset.beside);
    const row = (tag, words) => Object.assign(document.createElement(tag), { textContent: words });
    const rows = beside && JSON.parse(beside.dataset.beside);
    if (rows) at("beside").firstElementChild.replaceChildren(...rows.flatMap(([name, text]) => [row("dt", name), row("dd", text)]));
  };

  // Shows the board after a step, and its turn.
  const show = (wanted) => {
    shown = Math.max(0, Math.min(end, wanted));
    const turn = steps[shown];
    draw(shown);
    document.querySelector("[aria-current]")?.removeAttribute("aria-current");
    turn.setAttribute("aria-current", "step");
    const [heading, { textContent: sentence }] = turn.children;
    // Without what was played, which is on the board.
    const names = [...heading.children].filter((part) => part.matches("a, span:not(.soft)"));
    at("caption").textContent = names.map((part) => part.textContent).join(" · ") || heading.textContent;
    at("slider").value = shown;
    at("slider").setAttribute("aria-valuetext", `${at("caption").textContent}. ${sentence}`);
    at("first").disabled = at("back").disabled = shown === 0;
    at("last").disabled = at("forward").disabled = shown === end;
  };
  const step = (wanted) => {
    show(wanted);
    steps[shown].scrollIntoView({ block: "nearest" });
  };

  // A button that cannot be pressed any more loses the keyboard's place.
  const press = (wanted, other) => {
    const pressed = document.activeElement;
    step(wanted);
    if (pressed?.disabled) at(other).focus();
  };
  at("first").addEventListener("click", () => press(0, "forward"));
  at("back").addEventListener("click", () => press(shown - 1, "forward"));
  at("forward").addEventListener("click", () => press(shown + 1, "back"));
  at("last").addEventListener("click", () => press(end, "back"));
  at("slider").addEventListener("input", () => step(Number(at("slider").value)));

  const leap = { ArrowLeft: () => shown - 1, ArrowRight: () => shown + 1, Home: () => 0, End: () => end };
  document.addEventListener("keydown", (event) => {
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // The slider has these keys of its own.
    if (modified || !(event.key in leap) || event.target === at("slider")) return;
    event.preventDefault();
    step(leap[event.key]());
  });

  // `#turn-12` shows that turn.
  const follow = (hash) => {
    const index = steps.indexOf(at(hash.slice(1)));
    if (index >= 0) show(index);
  };
  addEventListener("hashchange", () => follow(location.hash));
  document.addEventListener("click", ({ target }) => follow(target.closest?.("a")?.getAttribute("href") ?? ""));

  // On paper the board stands as it stood at the end.
  let before = end;
  addEventListener("beforeprint", () => {
    before = shown;
    show(end);
  });
  addEventListener("afterprint", () => show(before));

  document.querySelector(".stepping").hidden = false;
  // On a narrow screen the board stands over the turns.
  const measure = () => document.body.style.setProperty("--above", `${document.querySelector(".at-board").offsetHeight}px`);
  addEventListener("resize", measure);
  measure();
  show(end);
  follow(location.hash);
}
