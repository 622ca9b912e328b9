import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Scroll positions by history entry. */
const tops = new Map<string, number>();

type ScrollRestorationOptions = {
  list: string;
  refreshCount: number;
  isStale: boolean;
  scroller: RefObject<HTMLElement | null>;
};

/** Scrolls a new or refreshed list to its top. Restores the scroll position after Back and Forward. */
export function useScrollRestoration({ list, refreshCount, isStale, scroller }: ScrollRestorationOptions): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  const shownList = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (isStale || shownList.current === list) return;
    shownList.current = list;
    scroller.current?.scrollTo({ top: tops.get(entry) ?? 0 });
  }, [list, entry, isStale, scroller]);
  const previousCount = useRef(refreshCount);
  useLayoutEffect(() => {
    if (previousCount.current !== refreshCount) scroller.current?.scrollTo({ top: 0 });
    previousCount.current = refreshCount;
  }, [refreshCount, scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || isStale) return;
    const store = (): void => void tops.set(entry, element.scrollTop);
    store();
    // Uses the capture phase, to run before the rows render. After that, reading scrollTop would force a layout.
    element.addEventListener('scroll', store, { passive: true, capture: true });
    return () => element.removeEventListener('scroll', store, { capture: true });
  }, [entry, isStale, scroller]);
}
