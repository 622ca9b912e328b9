import { expect, signIn, test } from './fixtures.ts';

test('An agent changes a ticket and leaves before it is sent', async ({ page, context }) => {
  await signIn(page);
  const read = async (path: string) => {
    const headers = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };
    return (await context.request.get(`/api${path}`, { headers })).json();
  };
  const [{ id }] = await read('/tickets?per_page=1');
  for (const priority of ['Low', 'High']) {
    const tab = await context.newPage();
    await tab.goto(`/tickets/${id}`);
    await tab.getByRole('button', { name: /^Priority: / }).click();
    const left = Promise.withResolvers<void>();
    await tab.route('**/api/tickets/*', async route => {
      if (route.request().method() === 'PATCH') await left.promise;
      await route.continue();
    });
    await tab.getByRole('option', { name: priority }).click();
    await expect(tab.getByRole('button', { name: `Priority: ${priority}` })).toBeVisible();
    await tab.goto('about:blank');
    left.resolve();
    await expect.poll(async () => (await read(`/tickets/${id}`)).priority).toBe(priority.toLowerCase());
  }
});
