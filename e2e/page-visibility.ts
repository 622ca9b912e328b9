import type { Page } from '@playwright/test';

/** Makes a page hidden, as when the browser shows another tab, or visible again. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    const visibilityState = { value: hidden ? 'hidden' : 'visible', configurable: true };
    Object.defineProperty(document, 'visibilityState', visibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
