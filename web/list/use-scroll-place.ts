import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** How far down a list was read, by the entry of the browser's history, for as long as the page lives. */
const tops = new Map<string, number>();

type ScrollPlace = { list: string; taken: number; stale: boolean; scroller: RefObject<HTMLElement | null> };

/** Another list begins at its top, and one that Back or Forward leads to where it was left. */
export function useScrollPlace({ list, taken, stale, scroller }: ScrollPlace): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (stale || shown.current === list) return;
    shown.current = list;
    scroller.current?.scrollTo({ top: tops.get(entry) ?? 0 });
  }, [list, entry, stale, scroller]);
  const before = useRef(taken);
  useLayoutEffect(() => {
    if (before.current !== taken) scroller.current?.scrollTo({ top: 0 });
    before.current = taken;
  }, [taken, scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || stale) return;
    const keep = (): void => void tops.set(entry, element.scrollTop);
    keep();
    // Before the rows hear of it and are drawn: afterwards the browser would have to lay them out to answer.
    element.addEventListener('scroll', keep, { passive: true, capture: true });
    return () => element.removeEventListener('scroll', keep, { capture: true });
  }, [entry, stale, scroller]);
}
