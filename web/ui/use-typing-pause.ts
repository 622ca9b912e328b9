import { useEffect, useState } from 'react';

/** Typing pause after which a dialog may take the focus, or a suggestion is requested. */
const pauseMilliseconds = 1000;

let lastTyped = Number.NEGATIVE_INFINITY;
/** Whether an input method is composing a word. Pauses during a composition do not count. */
let composing = false;

function on(kind: 'focusin' | 'input' | 'compositionstart' | 'compositionend', listener: (event: Event) => void): void {
  addEventListener(kind, listener, { capture: true });
}

const recordTyping = (): void => {
  lastTyped = performance.now();
};

on('input', recordTyping);
// Focusing a field counts as typing.
on('focusin', ({ target }) => {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) recordTyping();
});
on('compositionstart', () => {
  composing = true;
});
on('compositionend', () => {
  composing = false;
});

/** Returns true after the first typing pause since the request, or immediately if the user is not typing. */
export function useTypingPause(isRequested: boolean): boolean {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!isRequested) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = (): void => {
      const remaining = composing ? pauseMilliseconds : lastTyped + pauseMilliseconds - performance.now();
      if (remaining > 0) timer = setTimeout(check, remaining);
      else setPaused(true);
    };
    check();
    return () => {
      clearTimeout(timer);
      setPaused(false);
    };
  }, [isRequested]);
  return isRequested && paused;
}
