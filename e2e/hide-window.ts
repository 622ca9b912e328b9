import type { Page } from '@playwright/test';

/** Hides a window from its page, as another tab of the browser does, or shows it again. */
export const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    const visibilityState = { value: hidden ? 'hidden' : 'visible', configurable: true };
    Object.defineProperty(document, 'visibilityState', visibilityState);
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
