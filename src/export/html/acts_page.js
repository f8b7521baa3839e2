// The positions of one of the other games, each with the cells where it differs from the one before.
{
  const standings = JSON.parse(document.getElementById("standings").textContent);
  const at = (id) => document.getElementById(id);
  enableStepping(standings.length - 1, (step) => {
    const pieces = Object.assign({}, ...standings.slice(0, step + 1).map(({ changed }) => changed));
    at("pieces").innerHTML = Object.values(pieces).join("");
    at("marks").outerHTML = standings[step].marks;
    const beside = standings[step].beside.map(([label, text]) => {
      const row = document.createElement("div");
      for (const [name, words] of [["dt", label], ["dd", text]]) {
        row.append(Object.assign(document.createElement(name), { textContent: words }));
      }
      return row;
    });
    at("beside")?.replaceChildren(...beside);
    return [...document.querySelectorAll("#pieces title")].map((title) => title.textContent).join(", ");
  });
}
