import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gist, Message, Ticket, View } from '#contract';
import type { Role } from '#contract/enums';
import { forEachApi, type TestApi } from '../testing/api.ts';

const getEtag = async ({ call }: TestApi, path: string, as: Role = 'agent'): Promise<string> =>
  (await call('GET', path, { as })).headers.get('etag') ?? '';

/** Returns the statuses of a conditional GET before and after `act`. */
const getStatusesAround = async (
  api: TestApi,
  path: string,
  act: () => Promise<{ status: number }>,
): Promise<number[]> => {
  const headers = { 'If-None-Match': await getEtag(api, path) };
  const sendConditional = async () => (await api.call('GET', path, { headers })).status;
  const before = await sendConditional();
  assert.ok((await act()).status < 300);
  return [before, await sendConditional()];
};

forEachApi(api => {
  const change = (method: string, path: string, body?: object, as: Role = 'agent') =>
    api().call(method, path, { body, as });
  const post = async <Created extends { url: string }>(list: string, body: object): Promise<Created> =>
    (await api().call<Created>('POST', list, { body })).body;

  describe('the ETag of a list', () => {
    it('304 until an item of the list is created, updated or deleted', async () => {
      const ticket = await post<Ticket>('/v1/tickets', { subject: 'Listed' });
      const message = await post<Message>(`${ticket.url}/messages`, { body: 'Hello' });
      const gist = await post<Gist>('/v1/gists', { files: { 'a.md': { content: '' } } });
      const view = await post<View>('/v1/views', { name: 'V', query: '' });
      const person = `/v1/people/${api().people.viewer.id}`;
      const lists: [string, () => ReturnType<typeof change>][] = [
        ['/v1/tickets', () => change('POST', '/v1/tickets', { subject: 'New' })],
        ['/v1/tickets?state=closed', () => change('PATCH', ticket.url, { state: 'closed' })],
        ['/v1/tickets/recently_closed', () => change('PATCH', ticket.url, { state: 'open' })],
        ['/v1/tickets', () => change('PUT', ticket.url, { subject: 'Replaced' })],
        ['/v1/tickets', () => change('POST', `${ticket.url}/messages`, { body: 'It counts messages' })],
        [`${ticket.url}/messages`, () => change('POST', `${ticket.url}/messages`, { body: 'More' })],
        [`${ticket.url}/messages`, () => change('PATCH', message.url, { body: 'Changed' })],
        [`${ticket.url}/messages`, () => change('DELETE', message.url)],
        ['/v1/tickets?watching=true', () => change('DELETE', `${ticket.url}/watch`)],
        ['/v1/ticket_counts?queries=watching%3Dtrue', () => change('PUT', `${ticket.url}/watch`)],
        [`${ticket.url}/watchers`, () => change('DELETE', `${ticket.url}/watch`)],
        ['/v1/gists', () => change('PATCH', gist.url, { description: 'Changed' })],
        ['/v1/gists?starred=true', () => change('PUT', `${gist.url}/star`)],
        ['/v1/gists/starred', () => change('DELETE', `${gist.url}/star`)],
        ['/v1/gists', () => change('DELETE', gist.url)],
        ['/v1/views', () => change('PATCH', view.url, { shared: true })],
        ['/v1/views', () => change('DELETE', view.url)],
        ['/v1/people', () => change('PATCH', person, { name: 'Renamed' }, 'admin')],
        ['/v1/events', () => change('DELETE', ticket.url)],
      ];
      for (const [list, act] of lists) assert.deepEqual(await getStatusesAround(api(), list, act), [304, 200], list);
    });

    it('304 after a request that changed nothing', async () => {
      const { url } = await post<Ticket>('/v1/tickets', { subject: 'Same' });
      assert.deepEqual(await getStatusesAround(api(), '/v1/tickets', () => change('PATCH', url, {})), [304, 304]);
      assert.deepEqual(
        await getStatusesAround(api(), '/v1/tickets', () => change('PUT', url, { subject: 'Same' })),
        [304, 304],
      );
    });

    it('is the same for equivalent queries', async () => {
      const etag = await getEtag(api(), '/v1/tickets?state=open,closed&tag=a');
      for (const query of [
        'tag=a&state=closed,open',
        'tag=%61&state=open,open,closed&sort=-created_at',
        '&state=closed%2Copen&tag=a&per_page=30&count=false&pretty=true',
      ]) {
        assert.equal(await getEtag(api(), `/v1/tickets?${query}`), etag, query);
      }
    });

    it('differs by query, list and caller, and is weak', async () => {
      const sent: [string, Role][] = [
        ['/v1/tickets', 'agent'],
        ['/v1/tickets', 'viewer'],
        ['/v1/tickets?state=open', 'agent'],
        ['/v1/tickets?per_page=29', 'agent'],
        ['/v1/tickets?pretty=false', 'agent'],
        ['/v1/tickets?fields=id', 'agent'],
        ['/v1/tickets?envelope=true', 'agent'],
        ['/v1/tickets?sort=created_at', 'agent'],
        ['/v1/tickets/recently_closed', 'agent'],
        ['/v1/gists', 'agent'],
        ['/v1/gists/starred', 'agent'],
      ];
      const etags = await Promise.all(sent.map(([path, as]) => getEtag(api(), path, as)));
      assert.equal(new Set(etags).size, sent.length);
      for (const etag of etags) assert.match(etag, /^W\/"[\w-]+"$/);
    });

    it('304 for *, for a list of ETags, for the ETag in strong form, and for HEAD; 200 for a different ETag', async () => {
      const etag = await getEtag(api(), '/v1/tickets');
      const status = async (value: string, method = 'GET') =>
        (await api().call(method, '/v1/tickets', { headers: { 'If-None-Match': value } })).status;
      for (const value of ['*', etag, `"x", ${etag}`, etag.replace('W/', '')]) assert.equal(await status(value), 304);
      assert.equal(await status(etag, 'HEAD'), 304);
      assert.equal(await status('"x"'), 200);
    });

    it('412 for If-Match with any ETag, since weak ETags never match; 200 for If-Match: *', async () => {
      const etag = await getEtag(api(), '/v1/tickets');
      const status = async (value: string) =>
        (await api().call('GET', '/v1/tickets', { headers: { 'If-Match': value } })).status;
      assert.deepEqual([await status(etag), await status('"1"'), await status('*')], [412, 412, 200]);
    });
  });
});
