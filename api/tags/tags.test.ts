import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Event, Mailbox, Tag, Ticket, View } from '#contract';
import type { Role } from '#contract/enums';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { forEachApi } from '../testing/api.ts';
import { getStatusAndFieldErrors } from '../testing/field-errors.ts';

forEachApi(api => {
  const call = <T>(method: string, path: string, body?: object, as: Role = 'admin') =>
    api().call<T>(method, `/v1${path}`, { as, ...(body && { body }) });
  const createTicket = async (...tags: string[]): Promise<Ticket> =>
    (await call<Ticket>('POST', '/tickets', { subject: 'Late parcel', tags })).body;
  const createTickets = async (count: number, ...tags: string[]) => {
    for (let n = 0; n < count; n++) await createTicket(...tags);
  };
  const read = async (name: string) => call<Tag>('GET', `/tags/${name}`, undefined, 'viewer');
  const readTags = async ({ url }: Ticket) => (await api().call<Ticket>('GET', url)).body.tags;
  const merge = (name: string, into: string) => call<Tag>('PUT', `/tags/${name}/merge`, { into });
  const count = async (name: string) => (await read(name)).body.tickets;

  afterEach(async () => assert.deepEqual((await runChecks(api().database, checks)).findings, []));

  describe('GET /tags', () => {
    it('200 with the tags that tickets have or that are described, by name or count, page by page', async () => {
      const names = ['list-c', 'list-a', 'list-b'];
      for (const [index, name] of names.entries()) await createTickets(index + 1, name);
      await call('PUT', '/tags/list-d', { description: 'Without tickets' });
      const { url } = await createTicket('list-gone');
      await api().call('DELETE', url);
      for (const [sort, expected] of [
        ['name', 'abcd'],
        ['-name', 'dcba'],
        ['tickets', 'dcab'],
        ['-tickets,name', 'bacd'],
        ['-tickets,-name', 'bacd'],
      ]) {
        const pages = await api().walk<Tag>(`/v1/tags?per_page=2&sort=${sort}`, 'next');
        const found = pages.flat().map(({ name }) => name);
        assert.deepEqual(
          found.filter(name => name.startsWith('list-')).map(name => name.at(-1)),
          [...(expected ?? '')],
          sort,
        );
        const backwards = await api().walk<Tag>(`/v1/tags?per_page=2&sort=${sort}`, 'next', 'prev');
        assert.deepEqual(
          backwards.flat().map(({ name }) => name),
          found,
          sort,
        );
      }
    });

    it('304 until a ticket gets or loses a tag', async () => {
      const ticket = await createTicket('etag');
      const { headers } = await call('GET', '/tags');
      const again = async () =>
        (await api().call('GET', '/v1/tags', { as: 'admin', headers: { 'If-None-Match': headers.get('etag') ?? '' } }))
          .status;
      await api().call('PATCH', ticket.url, { body: { state: 'closed' } });
      assert.equal(await again(), 304);
      await api().call('PATCH', ticket.url, { body: { tags: [] } });
      assert.equal(await again(), 200);
    });
  });

  describe('a tag', () => {
    it('200 for a viewer, with its description and ticket count; each change adds a version', async () => {
      const { created_at } = await createTicket('counted');
      const ticket = await createTicket('counted', 'other');
      const { status, body } = await call<Tag>('PUT', '/tags/counted', { description: 'For counting' });
      assert.equal(status, 200);
      assert.deepEqual(body, {
        ...{ id: 'counted', url: `${api().url}/v1/tags/counted`, name: 'counted' },
        ...{ description: 'For counting', tickets: 2, removal: null, version: 3 },
        ...{ created_at, updated_at: body.updated_at },
      });
      assert.deepEqual((await read('counted')).body, body);
      await api().call('PUT', ticket.url, { body: { subject: 'Late parcel', tags: ['other'] } });
      assert.equal(await count('counted'), 1);
      await api().call('DELETE', ticket.url);
      assert.equal((await read('other')).status, 404);
    });

    it('201 describes an unused tag; 422 for an empty description; 204 deletes the tag', async () => {
      const { status, headers, body } = await call<Tag>('PUT', '/tags/planned', { description: 'Soon' });
      assert.deepEqual([status, headers.get('location'), body.tickets], [201, body.url, 0]);
      for (const name of ['planned', 'unknown'])
        assert.deepEqual(getStatusAndFieldErrors(await call('PUT', `/tags/${name}`, { description: '' })), [
          422,
          [['description', 1003]],
        ]);
      assert.equal((await call('DELETE', '/tags/planned')).status, 204);
      assert.equal((await read('planned')).body.code, 41020);
    });

    it('409 for a stale version, 422 for an invalid name in a PUT, 404 for an invalid or unused name in a GET', async () => {
      await createTicket('guarded');
      const stale = { description: 'Stale', version: 9 };
      assert.equal((await call<Tag>('PUT', '/tags/guarded', stale)).body.code, 40901);
      assert.deepEqual(getStatusAndFieldErrors(await call('PUT', '/tags/Upper', { description: 'A' })), [
        422,
        [['name', 1006]],
      ]);
      for (const name of ['Upper', 'nobody', 'a%00', 'x'.repeat(65)]) assert.equal((await read(name)).body.code, 40427);
    });
  });

  describe('a merge or a deletion', () => {
    it('200 with its progress; a job then edits every ticket with the tag, and deletes the tag', async () => {
      const [both, first] = [await createTicket('vat', 'x', 'tax'), await createTicket('y', 'vat')];
      const started = await merge('vat', 'tax');
      assert.equal(started.status, 200);
      assert.deepEqual(started.body.removal, { into: 'tax', done: 0, total: 2 });
      assert.deepEqual((await merge('vat', 'tax')).body, started.body);
      assert.deepEqual(
        (await api().runJobs()).filter(text => text.startsWith('replace_tag')),
        ['replace_tag finished'],
      );
      assert.deepEqual(
        [await readTags(both), await readTags(first)],
        [
          ['tax', 'x'],
          ['y', 'tax'],
        ],
      );
      assert.equal((await read('vat')).body.code, 41020);
      assert.equal((await call<Tag>('PUT', '/tags/vat', { description: 'Again' })).body.code, 41020);
      assert.equal(await count('tax'), 2);
      const { body: events } = await call<Event[]>('GET', `/events?ticket_id=${first.id}&per_page=1`);
      assert.partialDeepStrictEqual(events, [
        {
          ...{ type: 'ticket.updated', version: 2, person_id: api().people.admin.id },
          changes: { tags: { old: ['y', 'vat'], new: ['y', 'tax'] } },
        },
      ]);
      assert.notEqual(events[0]?.client_id, null);
      assert.equal((await api().call('PATCH', first.url, { body: {}, headers: { 'If-Match': '"1"' } })).status, 412);
    });

    it('200 with the finished merge of a tag that no ticket has; 410 for the same request again', async () => {
      const { version } = (await call<Tag>('PUT', '/tags/idle', { description: 'Idle' })).body;
      const { status, body } = await merge('idle', 'busy');
      assert.deepEqual([status, body.removal, body.tickets, body.version], [200, null, 0, version + 1]);
      assert.deepEqual([(await merge('idle', 'busy')).status, (await read('idle')).status], [410, 410]);
    });

    it('409 for describing a tag that is being merged', async () => {
      await createTicket('leaving');
      await merge('leaving', 'arriving');
      assert.equal((await call<Tag>('PUT', '/tags/leaving', { description: 'Lost' })).body.code, 40913);
      await api().runJobs();
    });

    it('200 renames a tag to an unused name and keeps its description; the old name can return', async () => {
      await createTickets(2, 'old-name');
      await call('PUT', '/tags/old-name', { description: 'Kept' });
      await merge('old-name', 'new-name');
      await api().runJobs();
      assert.partialDeepStrictEqual((await read('new-name')).body, { tickets: 2, description: 'Kept' });
      const { version } = (await createTicket('old-name').then(() => read('old-name'))).body;
      assert.ok(version > 5, 'A cached ETag must not match again.');
    });

    it('200 changes saved views and default tags of mailboxes', async () => {
      await createTicket('sepa');
      const query = 'q=sepa&tag=%73epa&sort=-priority';
      const { url } = (await call<View>('POST', '/views', { name: 'SEPA', query })).body;
      const address = `${crypto.randomUUID()}@desk.example`;
      const draft = { name: 'Bank', address, default_tags: ['bank', 'sepa'] };
      const mailbox = (await call<Mailbox>('POST', '/mailboxes', draft)).body;
      await merge('sepa', 'bank');
      assert.equal((await api().call<View>('GET', url, { as: 'admin' })).body.query, 'q=sepa&tag=bank&sort=-priority');
      assert.deepEqual((await api().call<Mailbox>('GET', mailbox.url)).body.default_tags, ['bank']);
      await api().runJobs();
    });

    it('204 for a deletion, which removes the tag from tickets and does not change views', async () => {
      const ticket = await createTicket('spam', 'x');
      const { url } = (await call<View>('POST', '/views', { name: 'Spam', query: 'tag=spam' })).body;
      assert.equal((await call('DELETE', '/tags/spam')).status, 204);
      assert.deepEqual((await read('spam')).body.removal, { into: null, done: 0, total: 1 });
      await api().runJobs();
      assert.deepEqual([await readTags(ticket), (await read('spam')).status], [['x'], 410]);
      assert.equal((await api().call<View>('GET', url, { as: 'admin' })).body.query, 'tag=spam');
    });

    it('409 while one of the tags is in a different merge, 422 for a merge into itself', async () => {
      for (const name of ['round-a', 'round-b', 'round-c']) await createTicket(name);
      assert.deepEqual(getStatusAndFieldErrors(await merge('round-a', 'round-a')), [422, [['into', 1005]]]);
      await merge('round-a', 'round-b');
      for (const response of [
        await merge('round-a', 'round-c'),
        await merge('round-b', 'round-a'),
        await merge('round-c', 'round-a'),
        await call<Tag>('DELETE', '/tags/round-a'),
        await call<Tag>('DELETE', '/tags/round-b'),
      ])
        assert.equal(response.body.code, 40913);
      await merge('round-c', 'round-b');
      await api().runJobs();
      assert.equal(await count('round-b'), 3);
    });

    it('200 and 409 for two concurrent merges of two tags into each other', async () => {
      for (const name of ['circle-a', 'circle-b']) await createTicket(name);
      const responses = await Promise.all([merge('circle-a', 'circle-b'), merge('circle-b', 'circle-a')]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
      await api().runJobs();
      const [target, merged] = responses[0].status === 200 ? ['circle-b', 'circle-a'] : ['circle-a', 'circle-b'];
      assert.deepEqual([await count(target), (await read(merged)).status], [2, 410]);
    });
  });
});
