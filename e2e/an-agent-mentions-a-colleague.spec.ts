import { findViolationsInBothThemes } from './accessibility.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test('An agent mentions a colleague in a note with the keyboard alone', async ({ page, addColleague }) => {
  const inga = await addColleague('Inga Petersen');
  const { id: ingaId } = await inga.readPerson();
  const note = page.getByRole('textbox', { name: 'Note' });
  const people = page.getByRole('listbox', { name: 'Mention a person' });
  await openSignedIn(page, '/tickets/1039');
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('article').first()).toBeVisible();

  await test.step('chooses the colleague with the first letters and the arrow keys', async () => {
    await page.keyboard.press('n');
    await expect(note).toBeFocused();
    await page.keyboard.type('Please ask @');
    await expect(people.getByRole('option')).toHaveCount(5);
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

  await test.step('sends the note, which mentions the colleague', async () => {
    const sent = page.waitForResponse(response => response.request().method() === 'POST' && response.ok());
    await page.keyboard.type('about Lisbon.');
    await page.keyboard.press('ControlOrMeta+Enter');
    expect((await (await sent).json()).mentions).toEqual([ingaId]);
  });
});
