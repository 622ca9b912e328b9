import { type RefObject, useEffect } from 'react';
import { createStore, useStore } from '../storage/observable-store.ts';

const footerHeight = createStore(0);
const phoneQuery = '(max-width: 720px)';

/** Returns the height of the fixed footer on phones, with margins, in pixels; otherwise 0. */
export const useFooterHeight = (): number => useStore(footerHeight);

/** Measures a fixed footer, so that toasts are above it on phones. */
export function useFooterElement(footer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = footer.current;
    if (!element) return undefined;
    const measure = (): void => {
      const { marginTop, marginBottom } = getComputedStyle(element);
      const margins = Number.parseFloat(marginTop) + Number.parseFloat(marginBottom);
      footerHeight.write(matchMedia(phoneQuery).matches ? element.offsetHeight + margins : 0);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      footerHeight.write(0);
    };
  }, [footer]);
}
