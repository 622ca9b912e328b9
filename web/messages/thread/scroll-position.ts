/** Distance from the end that still counts as the end. */
const nearPixels = 24;

/** The scroll position of a list whose content changes. */
export type ScrollPosition = {
  /** Returns whether the end was in view when the position was last remembered. */
  isAtEnd: () => boolean;
  /** Remembers the item in view and its offset. */
  remember: () => void;
  /** Scrolls to the end if the end was in view, otherwise to the remembered item. */
  restore: () => void;
  /** Scrolls back to the remembered item, after an item changed its height. */
  restoreItem: () => void;
  /** Scrolls to the start of an item, as far as the list allows. */
  show: (item: Element) => void;
  showEnd: () => void;
};

/**
 * Preserves the scroll position of a list while it changes. Replaces scroll anchoring, which Safari lacks, and stays at
 * the end if the end was in view.
 *
 * @param items returns the element whose children are the items
 */
export function createScrollPosition(scroller: Element, items: () => Element | null): ScrollPosition {
  let anchor: { item: Element; top: number } | null = null;
  let atEnd = true;

  const getTop = (item: Element): number => item.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const isAtEnd = (): boolean => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPixels;

  function remember(): void {
    atEnd = isAtEnd();
    const item = findFirstInView(items()?.children, scroller.getBoundingClientRect().top);
    anchor = item ? { item, top: getTop(item) } : null;
  }

  function restoreItem(): void {
    if (anchor?.item.isConnected) {
      const moved = getTop(anchor.item) - anchor.top;
      if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
    }
    remember();
  }

  function showEnd(): void {
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  }

  // Rounds up, so that the item above does not become the anchor. Layout may still change the height of that item.
  function show(item: Element): void {
    scroller.scrollTop += Math.ceil(getTop(item));
    remember();
  }

  return {
    isAtEnd: () => atEnd,
    remember,
    restoreItem,
    show,
    showEnd,
    restore: () => (atEnd ? showEnd() : restoreItem()),
  };
}

/** Finds the first child whose bottom edge is below `top`, by binary search; otherwise null. */
function findFirstInView(children: HTMLCollection | undefined, top: number): Element | null {
  let [from, to] = [0, children?.length ?? 0];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((children?.[middle]?.getBoundingClientRect().bottom ?? 0) > top) to = middle;
    else from = middle + 1;
  }
  return children?.[from] ?? null;
}
