import { type RefObject, useEffect } from 'react';
import { createStore, useStore } from '../store.ts';

const foot = createStore(0);
const phone = '(max-width: 720px)';

/** How high what stands at the foot of a phone's screen is, in pixels, with what is around it; 0 elsewhere. */
export const useFoot = (): number => useStore(foot);

/** Keeps notices above what stands at the foot of a phone's screen. */
export function useAsFoot(standing: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = standing.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { marginTop, marginBottom } = getComputedStyle(element);
      const around = Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
      foot.write(matchMedia(phone).matches ? element.offsetHeight + around : 0);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      foot.write(0);
    };
  }, [standing]);
}
