import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to the first control of something that appears in a layer later than the layer itself. */
export function useFirstFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus(), []);
  return place;
}
