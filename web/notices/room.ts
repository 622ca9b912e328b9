import { createStore, type ReadableStore } from '../store.ts';

const current = createStore(0);

/**
 * The room that notices need at the end of what scrolls beneath them, so that its last control can be scrolled above
 * them. It comes with them and goes once nobody has scrolled into it: nothing moves because a notice has gone.
 */
export const room: ReadableStore<number> = current;

/** What makes the room, each the last thing in what scrolls. */
const makers = new Set<HTMLElement>();

/** Takes part in it; answers the way to stop. */
export function makeRoom(maker: HTMLElement): () => void {
  makers.add(maker);
  return () => void makers.delete(maker);
}

let wanted = 0;

/** Says how high the notices are, in pixels, with what is around them. */
export function wantRoom(pixels: number): void {
  wanted = pixels;
  fit();
}

function fit(): void {
  removeEventListener('scroll', fit, { capture: true });
  const surplus = current.read() - wanted;
  if (surplus <= 0 || ![...makers].some(maker => isScrolledInto(maker, surplus))) current.write(wanted);
  else addEventListener('scroll', fit, { capture: true, passive: true });
}

/** Whether what scrolls around an element would move if that were lower by so many pixels. */
function isScrolledInto({ offsetHeight, parentElement: scroller }: HTMLElement, pixels: number): boolean {
  if (!scroller || offsetHeight === 0 || scroller.scrollTop === 0) return false;
  return scroller.scrollTop > scroller.scrollHeight - pixels - scroller.clientHeight;
}
