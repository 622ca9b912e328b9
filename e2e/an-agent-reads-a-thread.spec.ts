import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { getColour } from './get-colour.ts';
import { signInByRequest } from './sign-in-by-request.ts';

const pollMilliseconds = 30_500;
const thread = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
const messages = (page: Page) => thread(page).getByRole('article');

test('An agent reads a thread', async ({ page, context, addColleague, api }) => {
  const ruth = await addColleague('Ruth');
  const description = 'Our card was charged **twice**.';
  const { id } = await ruth.createTicket({ subject: 'Charged twise', description, customer_name: 'Amélie Laurent' });
  await signInByRequest(context.request);
  const { id: myId } = await api.readPerson();
  await ruth.updateTicket(id, { priority: 'urgent' });
  await ruth.updateTicket(id, { assignee_id: myId });
  for (let index = 1; index <= 34; index++) await ruth.addMessage(id, { body: `Message ${index}`, type: 'note' });
  for (const [ownTag, colleagueTag] of [
    ['one', 'two'],
    ['three', 'four'],
  ]) {
    await api.updateTicket(id, { tags: [ownTag ?? ''] });
    await ruth.updateTicket(id, { tags: [colleagueTag ?? ''] });
  }
  const code = 'const charges = 2;';
  const body = `Message 35\n\n\`\`\`js\n${code}\n\`\`\``;
  const { id: lastId } = await ruth.addMessage(id, { body, direction: 'in' });
  await ruth.updateTicket(id, { subject: 'Charged twice' });

  await test.step('starts at the newest message', async () => {
    await page.clock.install();
    await page.goto(`/tickets/${id}`);
    await expect(messages(page)).toHaveCount(36);
    await expect(messages(page).last()).toBeInViewport({ ratio: 1 });
    await expect(messages(page).first()).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), 'the page does not scroll').toBe(900);
  });

  await test.step('sees and copies highlighted code', async () => {
    const word = messages(page).last().getByText('const', { exact: true });
    expect(await getColour(word)).not.toBe(await getColour(messages(page).last()));
    await messages(page).last().getByRole('button', { name: 'Copy the code' }).click();
    await expect(messages(page).last().getByRole('button', { name: 'Copied the code' })).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(code);
  });

  await test.step('sees the activity between messages: grouped, collapsed, with old and new values', async () => {
    await expect(thread(page).getByText(/Ruth raised the priority to urgent and assigned it to you/)).toBeVisible();
    await expect(thread(page).getByText(/You added the tag three/)).toBeHidden();
    await thread(page).getByText('4 changes by you and Ruth').click();
    await expect(thread(page).getByText(/You added the tag three and removed the tag two/)).toBeVisible();
    await expect(thread(page).getByText(/Ruth changed the subject/)).toBeVisible();
    await thread(page).getByText('Show previous value').click();
    await expect(thread(page).getByRole('deletion')).toHaveText('Charged twise');
    await expect(thread(page).getByRole('insertion')).toHaveText('Charged twice');
  });

  await test.step('scrolls up; a new message is announced, and the view does not move', async () => {
    await thread(page).evaluate(element => element.scrollTo({ top: 200 }));
    await expect(messages(page).nth(3)).toBeInViewport();
    const before = await messages(page).nth(3).boundingBox();
    await ruth.addMessage(id, { body: 'Is anybody there?', direction: 'in' });
    await page.clock.fastForward(pollMilliseconds);
    const newMessageButton = thread(page).getByRole('button', { name: '1 new message' });
    await expect(newMessageButton).toBeVisible();
    await expect(
      thread(page).getByRole('status').filter({ hasText: '1 new message from Amélie Laurent' }),
    ).toBeAttached();
    expect((await messages(page).nth(3).boundingBox())?.y).toBe(before?.y);
    await newMessageButton.click();
    await expect(messages(page).last()).toBeInViewport({ ratio: 1 });
    await expect(messages(page).last()).toBeFocused();
    await expect(newMessageButton).toBeHidden();
  });

  await test.step('scrolls with an open menu, which follows its message and closes when the message leaves the view', async () => {
    await thread(page).evaluate(element => element.scrollTo({ top: 200 }));
    const button = messages(page)
      .nth(4)
      .getByRole('button', { name: /^Actions/ });
    const menu = page.getByRole('dialog', { name: /^Actions/ });
    const top = async (element: Locator) => (await element.boundingBox())?.y ?? 0;
    const distance = async () => (await top(menu)) - (await top(button));
    await button.click();
    const [before, buttonBefore] = [await distance(), await top(button)];
    await thread(page).evaluate(element => element.scrollBy({ top: 40 }));
    await expect.poll(distance).toBe(before);
    expect(await top(button)).toBe(buttonBefore - 40);
    await thread(page).evaluate(element => element.scrollTo({ top: 2000 }));
    await expect(menu).toBeHidden();
  });

  await test.step('follows a link to a message', async () => {
    await page.goto('about:blank');
    await page.goto(`/tickets/${id}#description`);
    await expect(messages(page).first()).toBeFocused();
    await expect(messages(page).first()).toBeInViewport({ ratio: 1 });
    await page.evaluate(hash => location.assign(hash), `#message-${lastId}`);
    await expect(messages(page).filter({ hasText: 'Message 35' })).toBeFocused();
    await page.evaluate(() => location.assign('#message-nowhere'));
    await expect(page.getByRole('group', { name: 'Message not found' })).toBeVisible();
  });

  await test.step('prints the thread', async () => {
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('print');
    await page.keyboard.press('Enter');
    await expect(page.locator(':root')).toHaveAttribute('data-printed');
  });

  await test.step('gets the whole thread on paper, black on white, without controls', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('heading', { name: 'Charged twice', level: 1 })).toBeVisible();
    for (const fact of ['Amélie Laurent', 'Open', 'Urgent', 'Administrator', 'four']) {
      await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
    }
    const ticketAddress = `${new URL(page.url()).origin}${new URL(page.url()).pathname}`;
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.getByText(`${ticketAddress} · printed`)).toContainText(String(new Date().getFullYear()));
    for (const message of await messages(page).all()) await expect(message).toBeVisible();
    await expect(thread(page).getByText(/You added the tag three/)).toBeVisible();
    await expect(thread(page).getByRole('deletion')).toBeVisible();
    const printedMoments = await thread(page)
      .getByRole('time')
      .evaluateAll((all: HTMLElement[]) =>
        all.map(each => [each.innerText, getComputedStyle(each, '::after').content, each.title]),
      );
    expect(printedMoments).not.toEqual([]);
    for (const [visible, printed, exact] of printedMoments) expect([visible, printed]).toEqual(['', `"${exact}"`]);
    for (const role of ['navigation', 'textbox', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0);
    const paper = await thread(page).evaluate(element => {
      const { color, overflowY } = getComputedStyle(element);
      return { color, overflowY, background: getComputedStyle(document.documentElement).backgroundColor };
    });
    expect(paper).toEqual({ color: 'rgb(0, 0, 0)', overflowY: 'visible', background: 'rgb(255, 255, 255)' });
    const pages = (await page.pdf({ format: 'A5' })).toString('latin1').match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length, 'the thread continues on further pages').toBeGreaterThan(4);
  });
});
