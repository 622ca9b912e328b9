import type { Page } from '@playwright/test';

/** Navigates within the loaded page, as a link does. This is ten times faster than loading the page. */
export const navigateWithinPage = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => history.pushState(null, '', to), path);
