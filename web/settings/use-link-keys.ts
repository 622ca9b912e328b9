import { type RefObject, useRef } from 'react';
import { useAction } from '../keyboard/use-action.ts';

/**
 * Moves the focus between the links of a list with j and k. Returns a ref for the list.
 *
 * @param selector matches the links
 */
export function useLinkKeys<List extends HTMLElement>(selector = 'a'): RefObject<List | null> {
  const list = useRef<List>(null);
  const move = (step: number): void => {
    const links: (Element | null)[] = [...(list.current?.querySelectorAll(selector) ?? [])];
    const index = links.indexOf(document.activeElement);
    const target = links[Math.max(0, Math.min(index + step, links.length - 1))];
    if (target instanceof HTMLElement) target.focus();
  };
  useAction('list.next', () => move(1));
  useAction('list.previous', () => move(-1));
  return list;
}
