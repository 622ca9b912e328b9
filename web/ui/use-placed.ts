import { useEffect, useEffectEvent } from 'react';

/** Places an open layer again whenever something scrolls or the window changes its size: a phone is turned, a page is zoomed. */
export function usePlaced(isOpen: boolean, place: () => void): void {
  const placeAgain = useEffectEvent(place);
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    for (const type of ['resize', 'scroll']) {
      addEventListener(type, placeAgain, { capture: true, passive: true, signal: controller.signal });
    }
    return () => controller.abort();
  }, [isOpen]);
}
