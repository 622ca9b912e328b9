import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Input events that require the current value. */
const inputEvents = ['keydown', 'pointerdown'] as const;

/**
 * Returns whether the user has pressed a key or clicked. Expensive rendering then waits for the paint after the input.
 */
export const hasHadInput = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/**
 * Defers a value until after the next paint, because rendering the value is expensive. The next key or click applies it
 * immediately, except for repeats of a held key.
 *
 * @returns the deferred value; on the first render null, or `value` if the user has not pressed a key or clicked yet
 */
export function useRenderLater<Value extends string>(value: Value): Value | null {
  const [deferred, setDeferred] = useState(hasHadInput() ? null : value);
  useEffect(() => {
    if (deferred === value) return undefined;
    startTransition(() => setDeferred(value));
    const applyNow = (event: Event): void => {
      if (!(event instanceof KeyboardEvent && event.repeat)) flushSync(() => setDeferred(value));
    };
    for (const type of inputEvents) addEventListener(type, applyNow, { capture: true });
    return () => {
      for (const type of inputEvents) removeEventListener(type, applyNow, { capture: true });
    };
  }, [deferred, value]);
  return deferred;
}
