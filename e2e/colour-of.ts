import type { Locator } from '@playwright/test';

/** The colour of the letters of an element, once it is there. */
export const colourOf = (element: Locator): Promise<string> =>
  element.evaluate(each => getComputedStyle(each).color, undefined, { timeout: 10_000 });
