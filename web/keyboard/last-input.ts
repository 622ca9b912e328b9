/** Time of the last user input, in milliseconds since 1970. */
let lastInput = Date.now();

function recordInput(): void {
  lastInput = Date.now();
}

for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(kind, recordInput, { capture: true, passive: true });
}

/** Returns the milliseconds since the last user input. */
export const getIdleMilliseconds = (): number => Date.now() - lastInput;
