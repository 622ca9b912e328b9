import { addColleague } from './colleague.ts';
import { expect, signIn, test } from './fixtures.ts';

test.use({ excused: /./ });
const dir = '/tmp/team/edits-shots';
test('shots', async ({ page, desk, context }) => {
  test.setTimeout(120_000);
  const nora = await addColleague(desk, 'Nora');
  await signIn(page, `/tickets?state=open&sort=-priority,created_at`);
  for (const [scheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 1024],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: width === 375 ? 800 : 900 });
    await nora.change('1039', {
      subject: 'Nobody in the Lisbon office can sign in since the update',
      priority: 'urgent',
      assignee_id: null,
      state: 'open',
    });
    await page.goto('/tickets/1039?state=open&sort=-priority,created_at');
    await expect(page.getByRole('heading', { name: 'Nobody in the Lisbon office' })).toBeVisible();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/tickets/*', async route => {
      if (route.request().method() === 'PATCH') await held.promise;
      await route.continue();
    });
    await page.getByRole('heading', { name: 'Nobody in the Lisbon office' }).getByRole('button').click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Nobody in Lisbon or Porto can sign in since the update');
    await page.keyboard.press('Enter');
    await page.keyboard.press('p');
    await page.keyboard.press('h');
    await page.keyboard.press('Enter');
    await page.keyboard.press('a');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${dir}/undo-${scheme}-${width}.png` });
    const people = await (
      await context.request.get('/api/people', { headers: { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' } })
    ).json();
    await nora.change('1039', {
      subject: 'Nobody in the Lisbon office can sign in with SSO since the update',
      priority: 'normal',
      assignee_id: people[2].id,
    });
    held.resolve();
    await expect(page.getByRole('dialog', { name: 'changed this too' })).toBeVisible();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${dir}/conflict-${scheme}-${width}.png` });
    await page.keyboard.press('Escape');
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${dir}/after-${scheme}-${width}.png` });
    await page.unroute('**/api/tickets/*');
  }
});
