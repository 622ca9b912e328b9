import { createStore, type ReadableStore } from '../storage/observable-store.ts';

const current = createStore(0);

/**
 * Height of the spacer at the end of scroll containers, which lets users scroll the last control above the toasts. It is
 * removed only when no container is scrolled into it, so that nothing moves when a toast closes.
 */
export const spacerHeight: ReadableStore<number> = current;

const spacers = new Set<HTMLElement>();

/** Registers a spacer element. Returns a function that unregisters it. */
export function registerSpacer(spacer: HTMLElement): () => void {
  spacers.add(spacer);
  return () => void spacers.delete(spacer);
}

let requiredPixels = 0;

/** Sets the height of the toasts including margins, in pixels. */
export function setToastHeight(pixels: number): void {
  requiredPixels = pixels;
  updateHeight();
}

function updateHeight(): void {
  removeEventListener('scroll', updateHeight, { capture: true });
  const surplus = current.read() - requiredPixels;
  if (surplus <= 0 || ![...spacers].some(spacer => isScrolledInto(spacer, surplus))) current.write(requiredPixels);
  else addEventListener('scroll', updateHeight, { capture: true, passive: true });
}

/** Returns whether a smaller spacer would change the scroll position. */
function isScrolledInto({ offsetHeight, parentElement: scroller }: HTMLElement, pixels: number): boolean {
  if (!scroller || offsetHeight === 0 || scroller.scrollTop === 0) return false;
  return scroller.scrollTop > scroller.scrollHeight - pixels - scroller.clientHeight;
}
