import { expect, type Page } from '@playwright/test';

/** A page with a list that is worked on alike. */
export type Screen = {
  address: string;
  /** Where there are rows enough to scroll through. */
  longAddress: string;
  /** Waits for the list, and no longer: soon after it more is loaded. */
  isThere: (page: Page) => Promise<void>;
  /** Opens one of the first tickets. */
  open: (page: Page, turn: number) => Promise<void>;
  /** Reads on until there are so many rows, and goes back to the first. */
  readOn: (page: Page, rows: number) => Promise<void>;
  rowPixels: number;
};

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const patienceMilliseconds = 120_000;
const rowPixels = 64;

/** The inbox of a desk. */
export const inbox = (publicUrl: string): Screen => ({
  address: `${publicUrl}/tickets?state=open&sort=-priority,created_at`,
  longAddress: `${publicUrl}/tickets`,
  isThere: page => rows(page).nth(5).getByRole('link').waitFor({ timeout: patienceMilliseconds }),
  open: (page, turn) => rows(page).nth(turn).getByRole('link').click({ noWaitAfter: true }),
  readOn: async (page, count) => {
    const scroller = page.getByRole('list', { name: 'Tickets' }).locator('..');
    await expect(async () => {
      const height = await scroller.evaluate(element => {
        element.scrollTop = element.scrollHeight;
        return element.scrollHeight;
      });
      expect(height).toBeGreaterThan(count * rowPixels);
    }).toPass({ timeout: patienceMilliseconds, intervals: [50] });
    await scroller.evaluate(element => {
      element.scrollTop = 0;
    });
  },
  rowPixels,
});

const floorAddress = new URL('../floor/page.html', import.meta.url).href;

/** A list that nothing stands behind: what this machine and browser take for themselves. */
export const floor: Screen = {
  address: floorAddress,
  longAddress: floorAddress,
  isThere: page => page.getByRole('link').nth(5).waitFor(),
  open: (page, turn) => page.getByRole('link').nth(turn).click({ noWaitAfter: true }),
  readOn: page => page.keyboard.press('End'),
  rowPixels,
};
