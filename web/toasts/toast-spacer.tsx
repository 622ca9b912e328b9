import { createStore, useStore } from '../storage/observable-store.ts';
import css from './toast-spacer.module.css';

/**
 * Height of the space at the end of scroll containers, in pixels. With this space, users can scroll the last control
 * out from under the toasts. The space shrinks only when no container is scrolled into it. Otherwise the content would
 * move when a toast closes.
 */
const spacerHeight = createStore(0);

const spacers = new Set<HTMLElement>();

let requiredPixels = 0;

/** Sets the height of the toasts including margins, in pixels. */
export function setToastHeight(pixels: number): void {
  requiredPixels = pixels;
  updateHeight();
}

function updateHeight(): void {
  removeEventListener('scroll', updateHeight, { capture: true });
  const surplus = spacerHeight.read() - requiredPixels;
  if (surplus <= 0 || ![...spacers].some(spacer => isScrolledInto(spacer, surplus))) spacerHeight.write(requiredPixels);
  else addEventListener('scroll', updateHeight, { capture: true, passive: true });
}

/** Returns whether a smaller spacer would change the scroll position. */
function isScrolledInto({ offsetHeight, parentElement: scroller }: HTMLElement, pixels: number): boolean {
  if (!scroller || offsetHeight === 0 || scroller.scrollTop === 0) return false;
  return scroller.scrollTop > scroller.scrollHeight - pixels - scroller.clientHeight;
}

/** The area that the toasts cover. Wide screens: the sidebar; narrower screens: the list; phones: the page. */
type ToastSpacerProps = { under: 'sidebar' | 'list' | 'page' };

/** Spacer at the end of a scroll container, as high as the toasts over it. */
export function ToastSpacer({ under }: ToastSpacerProps) {
  const height = useStore(spacerHeight);
  return <div ref={registerSpacer} className={css.spacer} data-under={under} style={{ height }} />;
}

function registerSpacer(spacer: HTMLElement | null): (() => void) | undefined {
  if (!spacer) return undefined;
  spacers.add(spacer);
  return () => void spacers.delete(spacer);
}
