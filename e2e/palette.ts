import type { Locator, Page } from '@playwright/test';

export const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });

export const paletteField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search commands and tickets' });
