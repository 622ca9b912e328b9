/** When somebody last touched the page, in milliseconds since 1970. */
let lastInput = Date.now();

function note(): void {
  lastInput = Date.now();
}

for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(kind, note, { capture: true, passive: true });
}

/** For how long nobody has touched the page, in milliseconds. */
export const readIdleMilliseconds = (): number => Date.now() - lastInput;
