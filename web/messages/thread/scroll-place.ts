/** So near to the end counts as being there. */
const nearPixels = 24;

/** Where one is in a scrolled list, and how to stay there while it changes. */
export type ScrollPlace = {
  /** Whether its end is in view. */
  isAtEnd: () => boolean;
  /** Takes note of what is in view. */
  remember: () => void;
  /** Brings back into view, at its height, what was noted. At the end: the end. */
  restore: () => void;
  /** As {@link restore}, after something within the list has become higher or lower. */
  hold: () => void;
  /** Shows an item of the list from its beginning; the end of the list may come first. */
  show: (item: Element) => void;
  showEnd: () => void;
};

/**
 * Keeps the place in a list that scrolls. Browsers do that by themselves for what is above the view, all but one; this
 * one does it everywhere, and knows that one who reads the end wants to go on doing so.
 *
 * @param items the element whose children are the list
 */
export function createScrollPlace(scroller: Element, items: () => Element | null): ScrollPlace {
  let anchor: { item: Element; top: number } | null = null;
  let atEnd = true;

  const topOf = (item: Element): number => item.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPixels;

  function remember(): void {
    atEnd = isAtEnd();
    const item = firstInView(items()?.children, scroller.getBoundingClientRect().top);
    anchor = item ? { item, top: topOf(item) } : null;
  }

  function hold(): void {
    if (anchor?.item.isConnected) {
      const moved = topOf(anchor.item) - anchor.top;
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    }
    remember();
  }

  function showEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  }

  // To the pixel: what is above may become higher once it is laid out, and must not be what the view holds on to.
  function show(item: Element): void {
    scroller.scrollTop += Math.ceil(topOf(item));
    remember();
  }

  return { isAtEnd: () => atEnd, remember, hold, show, showEnd, restore: () => (atEnd ? showEnd() : hold()) };
}

/** The first child that ends below a height; children lie one below the other. */
function firstInView(children: HTMLCollection | undefined, top: number): Element | null {
  let [from, to] = [0, children?.length ?? 0];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((children?.[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle;
    else from = middle + 1;
  }
  return children?.[from] ?? null;
}
