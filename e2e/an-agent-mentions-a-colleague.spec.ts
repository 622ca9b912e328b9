import type { Page } from '@playwright/test';
import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';
import { freezeDate } from './undo-period.ts';

const getNote = (page: Page) => page.getByRole('textbox', { name: 'Note' });
const getThread = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Writes and sends a note in an open ticket. */
async function sendNote(page: Page, text: string): Promise<void> {
  await page.getByRole('radio', { name: 'Note' }).press('Space');
  await getNote(page).fill(text);
  await page.keyboard.press('ControlOrMeta+Enter');
}

test('An agent mentions a colleague in a note with the keyboard alone', async ({ page, addColleague }) => {
  const inga = await addColleague('Inga Petersen');
  const { id: ingaId } = await inga.readPerson();
  const otto = await addColleague('Otto Brandt');
  const { id: ottoId } = await otto.readPerson();
  const note = getNote(page);
  const people = page.getByRole('listbox', { name: 'Mention a person' });
  await openSignedIn(page, '/tickets/1039');
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();

  await test.step('types the first letters of the name, and chooses the colleague with the arrow keys', async () => {
    await page.keyboard.press('n');
    await expect(note).toBeFocused();
    await page.keyboard.type('Please ask @');
    await expect(people.getByRole('option')).toHaveCount(6);
    await page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    await page.keyboard.type('in');
    await expect(people.getByRole('option')).toHaveText(['Inês Duarte', 'Inga Petersen'].map(name => new RegExp(name)));
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(people.getByRole('option', { name: 'Inga Petersen' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(note).toHaveValue('Please ask @Inga Petersen ');
    await expect(people).toBeHidden();
  });

  await test.step('mentions no one after the caret has left the typed name', async () => {
    await page.keyboard.type('@ot');
    await expect(people.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Home');
    await expect(people).toBeHidden();
    await page.keyboard.press('End');
    for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace');
    await expect(note).toHaveValue('Please ask @Inga Petersen ');
  });

  await test.step('sends the note, which mentions the colleague', async () => {
    const sent = page.waitForResponse(response => response.request().method() === 'POST' && response.ok());
    await page.keyboard.type('about Lisbon.');
    await page.keyboard.press('ControlOrMeta+Enter');
    expect((await (await sent).json()).mentions).toEqual([ingaId]);
    await expect.poll(() => inga.readNotifications()).toMatchObject([{ kind: 'mentioned', ticket_id: '1039' }]);
  });

  await test.step('mentions another colleague while editing the note', async () => {
    const message = getThread(page).getByRole('article').filter({ hasText: 'about Lisbon.' });
    const field = message.getByRole('textbox', { name: 'Edit the note' });
    await tabTo(page, message.getByRole('button', { name: /^Actions/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await page.keyboard.type(' Or @ot');
    await expect(people.getByRole('option')).toHaveText([/Otto Brandt/]);
    await expect(people).toBeInViewport({ ratio: 1 });
    expect(await findViolationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    await expect(field).toBeFocused();
    await page.keyboard.type('t');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Please ask @Inga Petersen about Lisbon. Or @Otto Brandt ');
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH' && response.ok());
    await page.keyboard.press('ControlOrMeta+Enter');
    expect((await (await saved).json()).mentions).toEqual([ingaId, ottoId]);
  });

  await test.step('notifies only the colleague whom the edit added', async () => {
    await expect.poll(() => otto.readNotifications()).toMatchObject([{ kind: 'mentioned', ticket_id: '1039' }]);
    expect(await inga.readNotifications()).toHaveLength(1);
  });
});

test.describe('with a failing server', () => {
  test.use({ expectedErrors: /status of 500/ });
  const failure = { status: 500, json: { code: 50_000, message: 'Internal server error' } };

  test('A note with mentions is sent only after the list of people has loaded', async ({ page, addColleague }) => {
    const inga = await addColleague('Inga Petersen');
    const { id: ingaId } = await inga.readPerson();
    const { id } = await inga.createTicket({ subject: 'The door is stuck' });
    await page.route('**/api/people?*', route => route.fulfill(failure));
    await openSignedIn(page, `/tickets/${id}`);
    await sendNote(page, 'Please ask @Inga Petersen.');
    await expect(getThread(page).getByText(/^Not sent yet:/)).toBeVisible();
    expect(await inga.readBodies(id)).toEqual([]);
    await page.unroute('**/api/people?*');
    await expect.poll(() => inga.readMessages(id)).toMatchObject([{ mentions: [ingaId] }]);

    await test.step('sends an edit with mentions only after the list of people has loaded', async () => {
      const field = getThread(page).getByRole('textbox', { name: 'Edit the note' });
      await page.route('**/api/people?*', route => route.fulfill(failure));
      await page.reload();
      await getThread(page)
        .getByRole('button', { name: /^Actions: note/ })
        .press('Enter');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await field.fill('Please ask @Inga Petersen, or @Administrator.');
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByRole('group', { name: 'Couldn’t save; your text is still here' })).toBeVisible();
      await expect(field).toHaveValue('Please ask @Inga Petersen, or @Administrator.');
      expect(await inga.readMessages(id)).toMatchObject([{ body: 'Please ask @Inga Petersen.' }]);
      await page.unroute('**/api/people?*');
      await field.press('ControlOrMeta+Enter');
      await expect.poll(() => inga.readMessages(id)).toMatchObject([{ mentions: [ingaId, expect.any(String)] }]);
    });
  });

  test('A note that is sent again mentions the same people', async ({ page, api, addColleague }) => {
    const inga = await addColleague('Inga Petersen');
    const { id: ingaId } = await inga.readPerson();
    const { id } = await inga.createTicket({ subject: 'The door is stuck' });
    const messages = `**/api/tickets/${id}/messages`;
    await freezeDate(page);
    await openSignedIn(page, `/tickets/${id}`);

    await test.step('returns a note to the draft after an error, although the API stored the note', async () => {
      await page.route(messages, async route => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.fulfill(failure);
      });
      await sendNote(page, 'Please ask @Inga Petersen.');
      await page.getByRole('button', { name: 'Back to draft' }).click();
      await expect(getNote(page)).toHaveValue('Please ask @Inga Petersen.');
      await page.unroute(messages);
    });

    await test.step('sends the note again after the colleague was renamed; the note is stored once', async () => {
      await api.updatePerson(ingaId, { name: 'Inga Holm' });
      await page.reload();
      const sent = page.waitForResponse(response => response.request().method() === 'POST' && response.ok());
      await getNote(page).press('ControlOrMeta+Enter');
      await sent;
      expect(await inga.readMessages(id)).toMatchObject([{ mentions: [ingaId] }]);
    });
  });
});
