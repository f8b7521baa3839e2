// The line at the top of one of the other games, and its menu: what is done seldom, and what is done against the rules.

import { field, toggle } from "./fields.js";
import { askFor, askForIrregular } from "./irregular.js";
import { icon, warning } from "./marks.js";
import { prefer, preference } from "./preferences.js";
import { download, group, themeChoice, tool } from "./top.js";
import { button, el, fill } from "./text.js";
import { openActsHelp } from "./acts_keys.js";

export class ActsTop {
  #table;

  constructor(table) {
    this.#table = table;
    const { title, game } = table.state;
    const heading = title || game;
    this.saved = el("p", { class: "saved" });
    this.element = el(
      "header",
      { class: "top" },
      el("a", { href: "#", class: "back", "aria-label": "Notebook" }, icon("back"), el("span", {}, "Notebook")),
      el("h1", { dir: "auto", title: heading }, heading),
      title && title !== game ? el("p", { class: "soft place" }, game) : null,
      this.saved,
      tool("question", "Keys and help", () => openActsHelp()),
      tool("menu", "Menu", () => this.openMenu()),
    );
  }

  draw() {
    const { now, problem } = this.#table;
    if (problem?.code === "gone") this.#say("The program has stopped", warning(), true);
    else if (problem) this.#say("Not saved", warning(), true);
    else this.#say(now.saved ? `Turn ${now.saved} saved` : "Saved", icon("check"));
  }

  /** A write takes long. */
  saving() {
    this.#say("Saving…", null);
  }

  #say(text, sign, isWrong = false) {
    this.saved.classList.toggle("wrong", isWrong);
    fill(this.saved, sign, el("span", {}, text));
  }

  /** Opens the menu. */
  openMenu() {
    if (document.querySelector("dialog[open]")) return;
    const table = this.#table;
    const dialog = el("dialog", { class: "menu", "aria-labelledby": "menu-title", onclose: () => dialog.remove() });
    const item = (text, act, more = null) =>
      button(
        "item",
        () => {
          dialog.close();
          act();
        },
        text,
        more ? el("small", {}, more) : null,
      );
    const files = { journal: table.name };
    fill(
      dialog,
      el(
        "header",
        {},
        el("h2", { id: "menu-title" }, "Menu"),
        button("", () => dialog.close(), "Close"),
      ),
      group("This game", gameItems(table, item)),
      table.canAct && table.isOpen ? group("Beside the rules", ruleItems(table, item)) : null,
      group("Show", [
        el(
          "div",
          { class: "short-only" },
          item("Acts", () => table.showTab("turns")),
          item("Notes", () => table.showTab("notes")),
          item("Standing", () => table.showTab("square")),
        ),
        table.turns.length ? item("Step through the game", () => table.show(-1), "From the first act on.") : null,
        el(
          "p",
          { class: "item" },
          el("small", {}, [table.state.game, ...table.state.options, `begun ${table.state.begun}`].join(" · ")),
        ),
      ]),
      group("Appearance", [
        themeChoice(),
        toggle(
          "Board and pieces without red and green",
          (preference("palette") ?? table.state.palette) === "colour-blind",
          is => {
            prefer("palette", is ? "colour-blind" : "elements");
            table.repaint();
          },
        ),
        toggle("Single letters and digits are commands", preference("keys"), is => {
          prefer("keys", is);
          table.draw();
        }),
      ]),
      group("Files", [
        download("As a page for the browser", table.api.url("page.html", files)),
        download("The journal itself", table.api.url("journal.md", files)),
      ]),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}

function gameItems(table, item) {
  const { state } = table;
  const { can, seats } = state;
  const stop = state.concluded
    ? item("Back to the notebook", () => table.stop())
    : item("Stop for now", () => table.stop(), "The next turn waits in the notebook.");
  const quit = item("Stop, and end the program", () =>
    table.api.post("api/stop", { client: table.api.client }).catch(error => table.fail(error)),
  );
  if (!table.canAct) return [stop, quit];
  const ask = (text, more, yes, act) => () => table.ask({ text, more, yes, no: "Go on", act });
  return [
    can.take_back
      ? item("Take back", () => table.takeBack(), "The last act of a player, and what the cards did after it.")
      : null,
    can.draw ? item("Agree on a draw", ask("Do all players agree on a draw?", null, "Draw", { kind: "draw" })) : null,
    can.resign.map(seat =>
      item(
        `${seats[seat].name} resigns`,
        ask(
          `Does ${seats[seat].name} resign?`,
          seats.length > 2 ? "It goes out of the game when its turn comes." : "This ends the game.",
          "Resign",
          { kind: "resign", seat },
        ),
      ),
    ),
    can.conclude
      ? item(
          "Conclude",
          ask("Conclude the game now?", table.isOpen ? "It ends without a winner." : null, "Conclude", { kind: "conclude" }),
        )
      : null,
    stop,
    quit,
  ]
    .flat()
    .filter(Boolean);
}

/** What no rule of the game knows, or what is against one. */
function ruleItems(table, item) {
  if (!table.state.refereed) return [item("End the game…", () => table.askForResult(), "With a word on the result.")];
  return [
    item("A card…", () => askForCard(table), "What a card does to the board: kept by its name, marked irregular."),
    // Check forbids nothing in Gods of Chess, so that no move is against it.
    table.state.kind === "gods"
      ? null
      : item("An irregular move…", () => askForIrregular(table, "Pa3a4"), "A move that was played although it is against the rules."),
  ];
}

const OPS = [
  ["move a1b2", "the piece on a1 goes to b2"],
  ["remove a1", "the piece on a1 leaves the board"],
  ["place wRa1", "a white rook comes onto a1, which is empty"],
  ["change a1wQ", "the piece on a1 becomes a white queen"],
  ["swap a1b2", "the pieces on a1 and b2 change places"],
  ["turn w", "it is now White’s turn"],
  ["out r, in r", "an army goes out, or comes back"],
  ["end", "the turn ends, as after a move"],
];

/** Asks for a card and what it does. */
function askForCard(table) {
  const name = el("input", { type: "text", autocomplete: "off", maxlength: 80 });
  const ops = el("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: "move a1b2, end",
  });
  const [nameField, opsField] = [
    field("Name of the card", name),
    field("What it does to the board", ops, { optional: true, hint: "Several things are separated by commas." }),
  ];
  askFor(
    "A card",
    [
      el(
        "p",
        { class: "hint" },
        "The texts of the cards are not part of the rules here. The card is kept by its name; what it does to the board is checked only for a possible position.",
      ),
      nameField.element,
      opsField.element,
      el(
        "dl",
        { class: "ops" },
        OPS.map(([text, does]) => el("div", {}, el("dt", {}, el("code", {}, text)), el("dd", {}, does))),
      ),
    ],
    "Play the card",
    () => {
      const given = name.value.trim();
      if (!given || given.includes('"')) {
        nameField.error(given ? "Leave out quotation marks." : "Type the name of the card.");
        name.focus();
        return null;
      }
      const does = ops.value.trim();
      return table.play(`card "${given}"${does ? `: ${does}` : ""}`);
    },
    table,
  );
}
