/**
 * Keeps the focus somewhere. When what has it goes away (a row, a button that is disabled, the page that is left), the
 * browser gives it to nobody: the next key would begin at the top, and a screen reader falls silent. So whatever gets the
 * focus is remembered together with the places around it that may take it (`tabindex="-1"`, dialogs). When it is gone, the
 * nearest of them that is still there gets the focus, and at last the content of the page.
 *
 * @returns the way to stop
 */
export function keepFocus(page: Document): () => void {
  /** What had the focus last, and the places around it, from the inside out. */
  let focused: readonly HTMLElement[] = [];
  let frame = 0;

  const remember = ({ target }: FocusEvent): void => {
    focused = target instanceof HTMLElement ? withPlacesAround(target) : [];
  };
  const restore = (): void => {
    const [last, ...around] = focused;
    const isLost = last !== undefined && page.activeElement === page.body && !isUsable(last);
    if (!isLost) return;
    const place = around.find(isUsable) ?? page.getElementById('content');
    place?.focus({ preventScroll: true });
  };
  // Whoever takes something away may have a better place in mind, and says so before the next frame.
  const restoreSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  };
  const changes = new MutationObserver(restoreSoon);
  changes.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', remember);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    page.removeEventListener('focusin', remember);
  };
}

function withPlacesAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"], dialog');
  return around ? [element, ...withPlacesAround(around)] : [element];
}

/** Whether an element can have the focus: it is on the page, seen, and not disabled. */
const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled, dialog:not([open])') && element.checkVisibility();
