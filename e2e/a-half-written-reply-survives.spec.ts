import type { Page } from '@playwright/test';
import { expect, signIn, signOut, test } from './fixtures.ts';
import { administrator } from './people.ts';
import { fillIn } from './program.ts';

const ticket = '/tickets/1039?state=open&sort=-priority,created_at';
const halfWritten = 'Dear Rui,\nnobody in Lisbon';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const row = (page: Page) => page.getByRole('listitem').filter({ hasText: '#1039' });

test('A half-written reply survives', async ({ page, context, desk }) => {
  const somebody = await desk.addPerson('Rosa');
  await signIn(page, ticket);

  await test.step('the page is loaded anew; a note beside it stays a note', async () => {
    await expect(reply(page)).toBeVisible();
    await page.keyboard.press('n');
    await expect(note(page)).toBeFocused();
    await page.keyboard.type('Ask Jonas');
    await page.getByRole('group', { name: 'Message type' }).getByText('Reply').click();
    await page.keyboard.type(halfWritten);
    await expect(page.getByRole('radio', { name: /Note\s+Draft/ })).toBeVisible();
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.reload();
    await expect(reply(page)).toHaveValue(halfWritten);
    await expect(row(page).getByText('Draft')).toBeVisible();
    await page.keyboard.press('n');
    await expect(note(page)).toHaveValue('Ask Jonas');
  });

  await test.step('what was written last is in front', async () => {
    await note(page).press('ControlOrMeta+End');
    await page.keyboard.type(' and Inês');
    await page.reload();
    await expect(note(page)).toHaveValue('Ask Jonas and Inês');
    await page.keyboard.press('r');
    await reply(page).press('ControlOrMeta+End');
    await page.keyboard.type(' can');
    await page.reload();
    await expect(reply(page)).toHaveValue(`${halfWritten} can`);
  });

  await test.step('the tab crashes', async () => {
    const tab = await context.newPage();
    await tab.goto(ticket);
    await reply(tab).press('ControlOrMeta+End');
    await tab.keyboard.type(' sign in');
    const crashed = tab.waitForEvent('crash');
    const devtools = await context.newCDPSession(tab);
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await tab.close();
    await page.reload();
    await expect(reply(page)).toHaveValue(`${halfWritten} can sign in`);
  });

  await test.step('the session ends, and somebody else signs in in the same browser: they see nothing of it', async () => {
    await desk.endSessions(administrator);
    await page.reload();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await fillIn(page, somebody);
    await expect(row(page)).toBeVisible();
    await expect(reply(page)).toHaveValue('');
    await expect(row(page).getByText('Draft')).toHaveCount(0);
    await signOut(page, somebody);
  });

  await test.step('they are back, throw it away, and want it after all', async () => {
    await signIn(page, ticket);
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expect(reply(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await expect(reply(page)).toHaveValue(`${halfWritten} can sign in`);
  });
});
