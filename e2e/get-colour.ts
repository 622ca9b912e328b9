import type { Locator } from '@playwright/test';

/** Returns the text colour of an element. */
export const getColour = (element: Locator): Promise<string> =>
  element.evaluate(node => getComputedStyle(node).color, undefined, { timeout: 10_000 });
