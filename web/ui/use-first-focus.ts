import { type RefObject, useEffect, useRef } from 'react';

/** Excludes unchecked radio buttons: Tab reaches only the checked radio button of a group. */
const control = 'input:not([type="radio"]:not(:checked)), select, textarea, button';

/** Focuses the first control of a container when it mounts. Returns a ref for the container. */
export function useFirstFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const container = useRef<Container>(null);
  useEffect(() => container.current?.querySelector<HTMLElement>(control)?.focus(), []);
  return container;
}
