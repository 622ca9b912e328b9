import { useEffect, useEffectEvent } from 'react';

/** Has what is open put in its place again whenever the window has another size: a phone is turned, a page is zoomed. */
export function usePlaced(isOpen: boolean, place: () => void): void {
  const placeAgain = useEffectEvent(place);
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('resize', placeAgain);
    return () => removeEventListener('resize', placeAgain);
  }, [isOpen]);
}
