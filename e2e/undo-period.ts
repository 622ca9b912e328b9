import type { BrowserContext, Page } from '@playwright/test';

const undoMilliseconds = 5000;
const messagesPath = '**/api/tickets/*/messages';

/**
 * Freezes the date of all pages of a context. An undo period then lasts until `endUndoPeriod`, even on a busy machine.
 * Timers still run.
 */
export async function freezeDate({ clock }: Page | BrowserContext): Promise<void> {
  await clock.install();
  await clock.setFixedTime(Date.now());
}

/** Ends the undo period of the messages that were sent before. Requires `freezeDate`. */
export async function endUndoPeriod(page: Page): Promise<void> {
  await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + undoMilliseconds);
  await page.clock.fastForward(undoMilliseconds);
}

/** Sets the frozen date to the current time. Then the date advances again. */
export const unfreezeDate = ({ clock }: Page): Promise<void> => clock.setSystemTime(Date.now());

/** Makes the server hold mail an hour longer than requested, so that only the page ends the undo period. */
export async function holdMailForAnHour(context: BrowserContext): Promise<void> {
  await context.route(messagesPath, async route => {
    const draft = route.request().method() === 'POST' ? route.request().postDataJSON() : null;
    if (!draft?.send_after) return route.continue();
    const sendAfter = new Date(Date.parse(draft.send_after) + 3_600_000).toISOString();
    await route.continue({ postData: JSON.stringify({ ...draft, send_after: sendAfter }) });
  });
}

/** Lets the server send mail at the time that the page requests. */
export const stopHoldingMail = (context: BrowserContext): Promise<void> => context.unroute(messagesPath);
