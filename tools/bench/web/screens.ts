import { expect, type Page } from '@playwright/test';
import type { InitialScreen } from './initial-load.ts';

/** A page with a ticket list and its actions. */
export type ListScreen = {
  address: string;
  /** The URL of a list that is long enough to scroll. */
  longAddress: string;
  /** Waits for the list only, because more content is loaded soon after the list. */
  waitUntilShown: (page: Page) => Promise<void>;
  /** Opens one of the first tickets. */
  open: (page: Page, index: number) => Promise<void>;
  /** Loads a number of rows, then scrolls back to the first row. */
  loadRows: (page: Page, rows: number) => Promise<void>;
  rowPixels: number;
};

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const timeoutMilliseconds = 120_000;
const rowPixels = 64;

export const inboxScreen = (publicUrl: string): ListScreen => ({
  address: `${publicUrl}/tickets?state=open&sort=-priority,created_at`,
  longAddress: `${publicUrl}/tickets`,
  waitUntilShown: page => rows(page).nth(5).getByRole('link').waitFor({ timeout: timeoutMilliseconds }),
  open: (page, index) => rows(page).nth(index).getByRole('link').click({ noWaitAfter: true }),
  loadRows: async (page, count) => {
    const scroller = page.getByRole('list', { name: 'Tickets' }).locator('..');
    await expect(async () => {
      const height = await scroller.evaluate(element => {
        element.scrollTop = element.scrollHeight;
        return element.scrollHeight;
      });
      expect(height).toBeGreaterThan(count * rowPixels);
    }).toPass({ timeout: timeoutMilliseconds, intervals: [50] });
    await scroller.evaluate(element => {
      element.scrollTop = 0;
    });
  },
  rowPixels,
});

/** The screens that agents open by URL: the inbox, and a ticket beside it. */
export const listInitialScreens = (publicUrl: string): InitialScreen[] => {
  const { address, waitUntilShown } = inboxScreen(publicUrl);
  return [
    { name: 'inbox', address, waitUntilShown },
    {
      name: 'ticket',
      address: address.replace('/tickets?', '/tickets/1000?'),
      waitUntilShown: page => page.getByRole('article').first().waitFor({ timeout: timeoutMilliseconds }),
    },
  ];
};

const baselineAddress = new URL('../baseline/page.html', import.meta.url).href;

/** A static list: the cost of the machine and browser themselves. */
export const baselineScreen: ListScreen = {
  address: baselineAddress,
  longAddress: baselineAddress,
  waitUntilShown: page => page.getByRole('link').nth(5).waitFor(),
  open: (page, index) => page.getByRole('link').nth(index).click({ noWaitAfter: true }),
  loadRows: page => page.keyboard.press('End'),
  rowPixels,
};
