import { type RefObject, useEffect, useRef } from 'react';

/** Of radio buttons only the chosen one takes the focus. */
const control = 'input:not([type="radio"]:not(:checked)), select, textarea, button';

/** Gives the focus to the first control of something that appears in a layer later than the layer itself. */
export function useFirstFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>(control)?.focus(), []);
  return place;
}
