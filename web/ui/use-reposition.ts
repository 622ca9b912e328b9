import { useEffect, useEffectEvent } from 'react';

/** Repositions an open layer on scroll and resize. */
export function useReposition(isOpen: boolean, updatePosition: () => void): void {
  const reposition = useEffectEvent(updatePosition);
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    for (const type of ['resize', 'scroll']) {
      addEventListener(type, reposition, { capture: true, passive: true, signal: controller.signal });
    }
    return () => controller.abort();
  }, [isOpen]);
}
