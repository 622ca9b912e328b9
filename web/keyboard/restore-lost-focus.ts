/**
 * Restores a lost focus. When the focused element is removed or disabled, browsers move the focus to the body. The next
 * Tab would then start at the top, and screen readers would announce nothing. This function focuses the nearest
 * remaining ancestor that is a dialog or has `tabindex="-1"`. Without such an ancestor, it focuses the page's content.
 *
 * @returns a function that stops the observer
 */
export function restoreLostFocus(page: Document): () => void {
  /** The last focused element and its focusable ancestors, from the inside out. */
  let focused: readonly HTMLElement[] = [];
  let frame = 0;

  const recordFocus = ({ target }: FocusEvent): void => {
    focused = target instanceof HTMLElement ? withFocusableAncestors(target) : [];
  };
  const restore = (): void => {
    const [last, ...ancestors] = focused;
    const isLost = last !== undefined && page.activeElement === page.body && !isUsable(last);
    if (!isLost) return;
    const target = ancestors.find(isUsable) ?? page.getElementById('content');
    target?.focus({ preventScroll: true });
  };
  // The code that removed the element may move the focus itself. A disabled element keeps the focus for a frame.
  const restoreSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(restore);
    });
  };
  const changes = new MutationObserver(restoreSoon);
  changes.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', recordFocus);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    page.removeEventListener('focusin', recordFocus);
  };
}

function withFocusableAncestors(element: HTMLElement): HTMLElement[] {
  const ancestor = element.parentElement?.closest<HTMLElement>('[tabindex="-1"], dialog');
  return ancestor ? [element, ...withFocusableAncestors(ancestor)] : [element];
}

/** Returns whether an element can be focused: connected, visible and enabled. */
const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled, dialog:not([open])') && element.checkVisibility();
