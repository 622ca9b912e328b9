import { useEffect, useState } from 'react';

/** How long nobody may have typed, in milliseconds, before something takes the focus by itself. */
const pauseMilliseconds = 1000;

let lastTyped = Number.NEGATIVE_INFINITY;
/** While a word is put together from several keys, as Japanese is, a pause is a part of typing. */
let composing = false;

function on(kind: 'focusin' | 'input' | 'compositionstart' | 'compositionend', note: (event: Event) => void): void {
  addEventListener(kind, note, { capture: true });
}

const noteTyping = (): void => {
  lastTyped = performance.now();
};

on('input', noteTyping);
// Whoever goes into a field is about to type.
on('focusin', ({ target }) => {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) noteTyping();
});
on('compositionstart', () => {
  composing = true;
});
on('compositionend', () => {
  composing = false;
});

/** True from the first pause in typing after `wanted` became so, for as long as it is: at once where nobody types. */
export function usePause(wanted: boolean): boolean {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const left = composing ? pauseMilliseconds : lastTyped + pauseMilliseconds - performance.now();
      if (left > 0) timer = setTimeout(look, left);
      else setPaused(true);
    };
    look();
    return () => {
      clearTimeout(timer);
      setPaused(false);
    };
  }, [wanted]);
  return wanted && paused;
}
