import { createApiClient } from './api-client.ts';
import { test } from './cluster-fixtures.ts';
import { expect, openSignedIn } from './fixtures.ts';
import { administrator } from './people.ts';
import { signInByRequest } from './sign-in-by-request.ts';

test('Changes arrive at once on PostgreSQL, through two bffs', async ({ page, cluster, playwright, api }) => {
  const rute = { ...administrator, name: 'Rute', email: 'rute@stardesk.local' };
  const { email, name, password } = rute;
  await cluster.runDesk('people', 'add', email, '--role', 'agent', '--name', name, '--password', password);
  const request = await playwright.request.newContext({ baseURL: cluster.bff.url });
  await signInByRequest(request, rute);
  const colleague = createApiClient(request);
  const { id } = await colleague.createTicket({ subject: 'No connection in Lisbon' });

  const stream = page.waitForResponse(response => response.url().endsWith('/api/events'));
  await openSignedIn(page, `/tickets/${id}?state=open`);
  expect((await stream).status()).toBe(200);
  const polls: string[] = [];
  page.on('request', sent => sent.url().includes('/api/events?per_page') && polls.push(sent.url()));
  const messages = page.getByRole('region', { name: 'Messages' }).getByRole('article');

  // Requests alternate between the bffs. Each change can thus go through a different bff and API than the stream.
  for (const number of [1, 2, 3, 4]) {
    await colleague.addMessage(id, { body: `Note ${number}`, type: 'note' });
    await expect(messages.filter({ hasText: `Note ${number}` })).toBeVisible();
  }
  await colleague.addMessage(id, { body: 'We will call you back.' });
  await expect(messages.filter({ hasText: 'We will call you back.' })).toBeVisible();
  await colleague.updateTicket(id, { state: 'closed' });
  await expect(page.getByRole('button', { name: 'State: Closed' })).toBeVisible();
  expect(polls).toEqual([]);
  expect((await api.readTicket(id)).state).toBe('closed');
  await request.dispose();
});
