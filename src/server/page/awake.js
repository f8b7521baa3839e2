// Keeps the screen on while a reading or a game is shown, if one wants it: hands are at the board.

import { preference } from "./preferences.js";

/** @type {WakeLockSentinel | null} */
let held = null;

/** Keeps the screen on, or no longer, as one has chosen and the address says. */
export async function keepAwake() {
  const isWanted = preference("awake") && location.hash.includes("journal=") && document.visibilityState === "visible";
  if (!isWanted) {
    await held?.release();
    held = null;
  } else if (!held || held.released) {
    // A device with an empty battery refuses.
    held = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  }
}

// The system takes it away from a window that is not seen.
document.addEventListener("visibilitychange", keepAwake);
addEventListener("hashchange", keepAwake);
keepAwake();
