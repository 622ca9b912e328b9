import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** What somebody does that must meet the page as it is to be. */
const deeds = ['keydown', 'pointerdown'] as const;

/**
 * A value for what is long to draw: it follows a moment later, so that the paint which answers a key or a click need not
 * wait for it. The next key or click finds it followed; a held key passes by.
 *
 * @returns null at first
 */
export function useDrawnLater<Value extends string>(value: Value): Value | null {
  const [drawn, setDrawn] = useState<Value | null>(null);
  useEffect(() => {
    if (drawn === value) return undefined;
    startTransition(() => setDrawn(value));
    const drawNow = (event: Event): void => {
      if (!(event instanceof KeyboardEvent && event.repeat)) flushSync(() => setDrawn(value));
    };
    for (const deed of deeds) addEventListener(deed, drawNow, { capture: true });
    return () => {
      for (const deed of deeds) removeEventListener(deed, drawNow, { capture: true });
    };
  }, [drawn, value]);
  return drawn;
}
