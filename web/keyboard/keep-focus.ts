/**
 * Keeps the focus somewhere. When what has it goes away (a row, a button that is disabled, the page that is left), the
 * browser gives it to nobody: the next key would begin at the top, and a screen reader falls silent. Here the nearest
 * place around it takes the focus that is still there and can, at last the content of the page.
 *
 * @returns the way to stop
 */
export function keepFocus(page: Document): () => void {
  let places: readonly HTMLElement[] = [];
  let frame = 0;

  const remember = ({ target }: FocusEvent): void => {
    places = target instanceof HTMLElement ? placesAround(target) : [];
  };
  const look = (): void => {
    const [last, ...around] = places;
    if (!last || page.activeElement !== page.body || isUsable(last)) return;
    const place = around.find(isUsable) ?? page.getElementById('content');
    place?.focus({ preventScroll: true });
  };
  // Whoever takes something away may have a better place in mind, and says so before the next frame.
  const lookSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const changes = new MutationObserver(lookSoon);
  changes.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  page.addEventListener('focusin', remember);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    page.removeEventListener('focusin', remember);
  };
}

/** An element, and what around it takes the focus when it is told to. */
function placesAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('[tabindex="-1"], dialog');
  return around ? [element, ...placesAround(around)] : [element];
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled, dialog:not([open])') && element.checkVisibility();
