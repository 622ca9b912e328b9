import type { Page } from '@playwright/test';

/** Goes to a path as a link leads there, within the loaded page: a tenth of the work of loading it. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => history.pushState(null, '', to), path);
