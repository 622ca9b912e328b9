import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { fillSignInForm } from './oauth-client.ts';
import type { Person } from './people.ts';
import { endUndoPeriod, freezeDate } from './undo-period.ts';

/** The browser's error while it is offline. */
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

const ticket = '/tickets/1039';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('article');

/** Clicks the dialog's link. @returns the popup or tab that it opens */
async function openSignIn(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'Sign in again' }).click();
  return opened;
}

/** Opens the ticket and waits for all prefetching. */
async function openTicket(page: Page, person: Person): Promise<void> {
  const prefetches = [/\/tickets\/(?!1039)\d+$/, /\/(?!1039)\d+\/messages\?/, /\/events\?ticket_id=(?!1039)/];
  const prefetched = Promise.all(prefetches.map(url => page.waitForResponse(url)));
  await openSignedIn(page, ticket, person);
  await expect(reply(page)).toBeVisible();
  await prefetched;
}

/** Starts a reply and waits for the list of gists that typing prefetches. */
async function startReply(page: Page, text: string): Promise<void> {
  const choices = page.waitForResponse(/\/gists\?/);
  await reply(page).fill(text);
  await choices;
}

async function signInAgain(page: Page, person: Person): Promise<void> {
  const popup = await openSignIn(page);
  await expect(popup.getByLabel('Email')).toHaveValue(person.email);
  await Promise.all([popup.waitForEvent('close'), fillSignInForm(popup, person)]);
  await expect(dialog(page)).toBeHidden();
}

test('A session expires during work, and nothing is lost', async ({ page, context, desk }) => {
  const person = await desk.addPerson('Zola');
  await freezeDate(page);
  await openTicket(page, person);

  const send = async (text: string): Promise<void> => {
    await reply(page).fill(text);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(reply(page)).toHaveValue('');
  };
  const expectSentOnce = async (text: string): Promise<void> => {
    await endUndoPeriod(page);
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Sending…')).toHaveCount(0);
    await expect(messages(page).filter({ hasText: text })).toHaveCount(1);
    await expect(reply(page)).toHaveValue('');
    await page.reload();
    await expect(messages(page).filter({ hasText: text })).toHaveCount(1);
    await expect(reply(page)).toHaveValue('');
  };

  await test.step('sends a reply and is asked to sign in first', async () => {
    await startReply(page, 'The office in Lisbon is back.');
    await desk.revokeGrants(person);
    await send('The office in Lisbon is back.');
    await expect(dialog(page)).toBeVisible();
    await expect(messages(page).filter({ hasText: 'The office in Lisbon is back.' })).toHaveCount(1);
  });

  await test.step('closes the popup without signing in; the dialog stays', async () => {
    const popup = await openSignIn(page);
    await popup.getByLabel('Password').waitFor();
    await popup.close();
    await expect(dialog(page)).toBeVisible();
  });

  await test.step('signs in; the reply is sent once', async () => {
    await signInAgain(page, person);
    await expectSentOnce('The office in Lisbon is back.');
  });

  await test.step('loses the session while offline; the reply is sent once', async () => {
    await context.setOffline(true);
    await send('And so is Porto.');
    await expect(page.getByText('Queued; sends when you’re back online')).toBeVisible();
    await desk.revokeGrants(person);
    await context.setOffline(false);
    await expect(dialog(page)).toBeVisible();
    await signInAgain(page, person);
    await expectSentOnce('And so is Porto.');
  });

  await test.step('saves a pending edit after signing in in a tab instead of a popup', async () => {
    await page.evaluate(() => Object.assign(window, { open: () => null }));
    await desk.revokeGrants(person);
    await page.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(dialog(page)).toBeVisible();
    const tab = await openSignIn(page);
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH');
    await fillSignInForm(tab, person);
    await expect(dialog(page)).toBeHidden();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
  });
});

test('A session expires while a person types, and no letter is lost', async ({ page, context }) => {
  await openSignedIn(page, ticket);
  const sessionEnded = page.waitForResponse(
    response => response.status() === 401 || response.url().endsWith('/session'),
  );
  const text = 'Good morning! The office in Lisbon is back, and so is everybody in it.';
  await reply(page).click();
  await context.clearCookies();
  const typing = page.keyboard.type(text, { delay: 40 });
  await page.evaluate(() => dispatchEvent(new Event('focus'))); // triggers a poll
  await sessionEnded;
  await typing;
  await expect(reply(page)).toHaveValue(text);
  await expect(dialog(page)).toBeVisible();
  await expect(reply(page)).toHaveValue(text);
});

test('Another person signs in after a session expired', async ({ page, context, desk }) => {
  const [first, second] = [await desk.addPerson('Mia'), await desk.addPerson('Noor')];
  await openTicket(page, first);
  await startReply(page, 'What Mia wrote');

  await test.step('neither shows nor sends the first person’s reply', async () => {
    await desk.revokeGrants(first);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(messages(page).filter({ hasText: 'What Mia wrote' })).toHaveCount(1);
    const popup = await openSignIn(page);
    await fillSignInForm(popup, second);
    await expect(page.getByRole('button', { name: 'Noor', exact: true })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(reply(page)).toHaveValue('');
    await expect(messages(page).filter({ hasText: 'What Mia wrote' })).toHaveCount(0);
  });

  await test.step('shows the first person’s reply again when the page gets the focus', async () => {
    const tab = await context.newPage();
    await tab.goto('/login?prompt=login&return_to=/star.svg');
    await fillSignInForm(tab, first);
    await expect(tab).toHaveURL('/star.svg');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByRole('button', { name: 'Mia', exact: true })).toBeVisible();
    await expect(messages(page).filter({ hasText: 'What Mia wrote' })).toHaveCount(1);
  });
});
