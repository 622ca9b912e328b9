import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { type TestApi, withApi } from '../../testing/api.ts';
import { fictionalVersions } from '../../testing/fictional-versions.ts';
import { getStatusAndFieldErrors } from '../../testing/invalid-fields.ts';

type OldTicket = Omit<Ticket, 'subject' | 'customer_name' | 'customer_email' | 'tags'> & {
  title: string;
  customer: { name: string | null; email: string | null } | null;
};

const old = '2026-09-01';
const older = '2026-05-01';
type Call = NonNullable<Parameters<TestApi['call']>[2]>;

withApi(
  api => {
    const call = <Body>(method: string, address: string, { headers, ...options }: Call = {}, date = old) =>
      api().call<Body>(method, address, { ...options, headers: { ...headers, 'X-Api-Version': date } });
    /** A ticket in the current version, with every member that older versions lack. */
    const create = async (more: object = {}): Promise<Ticket> => {
      const draft = { customer_name: 'Ana', customer_email: 'ana@shop.example', priority: 'urgent', tags: ['vip'] };
      const { body } = await api().call<Ticket>('POST', '/v1/tickets', {
        body: { subject: 'Late', ...draft, ...more },
      });
      return body;
    };
    const today = async (id: string) => (await api().call<Ticket>('GET', `/v1/tickets/${id}`)).body;

    describe('a representation at an older version', () => {
      it('200 with members renamed, joined, removed or translated, also two versions back', async () => {
        const { id, subject, customer_name: name, customer_email: email, tags, ...same } = await create();
        const expected = { ...same, id, title: subject, customer: { name, email }, priority: 'high' };
        assert.deepEqual((await call('GET', `/v1/tickets/${id}`)).body, expected);
        const { title, awaiting_reply, ...further } = expected;
        assert.deepEqual((await call('GET', `/v1/tickets/${id}`, {}, older)).body, { ...further, name: title });
      });

      it('200 for a list, its envelope and its pages, with the version’s names in fields', async () => {
        const created = [await create({ tags: ['list'] }), await create({ tags: ['list'] })];
        const page = await call<OldTicket[]>(
          'GET',
          '/v1/tickets?tag=list&fields=id,title,customer&sort=created_at&per_page=1',
        );
        const customer = { name: 'Ana', email: 'ana@shop.example' };
        assert.deepEqual(page.body, [{ id: created[0]?.id, title: 'Late', customer }]);
        const next = await call<{ data: object[] }>('GET', `${page.links['next']}&envelope=true`);
        assert.deepEqual(next.body.data, [{ id: created[1]?.id, title: 'Late', customer }]);
      });

      it('200 for a parameter with the version’s name', async () => {
        const { id } = await create({ customer_email: 'bo@shop.example' });
        const { body } = await call<OldTicket[]>('GET', '/v1/tickets?customer=bo@shop.example');
        assert.deepEqual(
          body.map(each => each.id),
          [id],
        );
        assert.equal((await api().call('GET', '/v1/tickets?customer=bo@shop.example')).status, 422);
      });

      it('200 for the change log, with the version’s names', async () => {
        const { id } = await create();
        await api().call('PATCH', `/v1/tickets/${id}`, { body: { subject: 'Later' } });
        const { body } = await call<{ changes: object }[]>('GET', `/v1/events?ticket_id=${id}&type=ticket.updated`);
        assert.deepEqual(body[0]?.changes, { title: { old: 'Late', new: 'Later' } });
      });

      it('422 for fields that the version lacks, current names included', async () => {
        for (const fields of ['subject', 'tags', 'customer_name', 'id,nothing']) {
          assert.deepEqual(getStatusAndFieldErrors(await call('GET', `/v1/tickets?fields=${fields}`)), [
            422,
            [['fields', 1005]],
          ]);
        }
        assert.equal((await call('GET', '/v1/tickets?fields=name', {}, older)).status, 200);
        assert.equal((await call('GET', '/v1/tickets?fields=awaiting_reply', {}, older)).status, 422);
      });
    });

    describe('ETags and versions', () => {
      it('200 for the tag of another version, 304 for its own, of an item and a list', async () => {
        const { id } = await create();
        for (const address of [`/v1/tickets/${id}`, '/v1/tickets']) {
          const tags = [old, older, '2026-11-21'].map(async date =>
            (await call('GET', address, {}, date)).headers.get('etag'),
          );
          const [own = '', ...others] = await Promise.all(tags);
          assert.equal(new Set([own, ...others]).size, 3);
          for (const tag of others) {
            assert.equal((await call('GET', address, { headers: { 'If-None-Match': tag ?? '' } })).status, 200);
          }
          assert.equal((await call('GET', address, { headers: { 'If-None-Match': own ?? '' } })).status, 304);
        }
      });

      it('200 for a write with the current tag of any API version, 412 with an outdated tag', async () => {
        const { id } = await create();
        const address = `/v1/tickets/${id}`;
        for (const date of [old, older, '2026-11-21']) {
          const tag = (await call('GET', address, {}, date)).headers.get('etag') ?? '';
          const conditional = { headers: { 'If-Match': tag }, body: { subject: `Since ${date}` } };
          assert.equal((await api().call('PATCH', address, conditional)).status, 200, date);
          assert.equal((await api().call('PATCH', address, conditional)).status, 412, date);
        }
      });

      it('201 and 200 return the version’s own tag, which makes a GET 304', async () => {
        const created = await call<OldTicket>('POST', '/v1/tickets', { body: { title: 'Tagged' } });
        const changed = await call('PATCH', `/v1/tickets/${created.body.id}`, { body: { title: 'Tagged twice' } });
        assert.match(created.headers.get('etag') ?? '', /^"1\.2026-09-01/);
        const headers = { 'If-None-Match': changed.headers.get('etag') ?? '' };
        assert.equal((await call('GET', `/v1/tickets/${created.body.id}`, { headers })).status, 304);
      });
    });

    describe('a write at an older version', () => {
      it('201 for a body of the version, with a response of the version', async () => {
        const body = { title: 'Old shape', customer: { name: 'Bo', email: null }, priority: 'low' };
        const created = await call<OldTicket>('POST', '/v1/tickets', { body });
        assert.equal(created.status, 201);
        assert.partialDeepStrictEqual(created.body, body);
        assert.equal('tags' in created.body, false);
        assert.partialDeepStrictEqual(await today(created.body.id), {
          subject: 'Old shape',
          customer_name: 'Bo',
          tags: [],
        });
      });

      for (const date of [old, older]) {
        it(`200 for an unchanged GET body of ${date} changes nothing, not even members that the version lacks`, async () => {
          const before = await create();
          const { body } = await call('GET', `/v1/tickets/${before.id}`, {}, date);
          const put = await call('PUT', `/v1/tickets/${before.id}`, { body }, date);
          assert.deepEqual([put.status, put.body], [200, body]);
          assert.deepEqual(await today(before.id), before);
        });
      }

      it('200 for a PUT keeps members that the version lacks, and resets omitted ones', async () => {
        const { id } = await create();
        const put = await call<OldTicket>('PUT', `/v1/tickets/${id}`, {
          body: { title: 'Replaced', priority: 'high' },
        });
        assert.deepEqual([put.status, put.body.customer], [200, null]);
        assert.partialDeepStrictEqual(await today(id), { subject: 'Replaced', priority: 'urgent', tags: ['vip'] });
      });

      it('200 for a PATCH changes only the named members', async () => {
        const before = await create();
        const patched = await call<OldTicket>(
          'PATCH',
          `/v1/tickets/${before.id}`,
          { body: { name: 'Patched' } },
          older,
        );
        assert.equal(patched.status, 200);
        const { subject, version, tags, priority, customer_name } = await today(before.id);
        assert.deepEqual([subject, version], ['Patched', 2]);
        assert.deepEqual([tags, priority, customer_name], [before.tags, before.priority, before.customer_name]);
      });

      it('200 for messages, with the version’s name for the author', async () => {
        const { id } = await create();
        const body = { body: 'Hello', direction: 'in', author: 'Ana' };
        const created = await call<{ id: string; author: string }>('POST', `/v1/tickets/${id}/messages`, { body });
        assert.deepEqual([created.status, created.body.author], [201, 'Ana']);
        const { body: read } = await call<object>('GET', `/v1/tickets/${id}/messages/${created.body.id}`);
        const put = await call('PUT', `/v1/tickets/${id}/messages/${created.body.id}`, { body: read });
        assert.deepEqual([put.status, put.body], [200, read]);
      });

      it('422 uses the version’s names, also for unknown members', async () => {
        const long = { title: 'x'.repeat(256), customer: { name: 'A', email: 'nowhere' } };
        assert.deepEqual(getStatusAndFieldErrors(await call('POST', '/v1/tickets', { body: long })), [
          422,
          [
            ['title', 1004],
            ['customer', 1006],
          ],
        ]);
        const mixed = { title: 'A', subject: 'B', tags: ['c'], nothing: 1 };
        assert.deepEqual(getStatusAndFieldErrors(await call('POST', '/v1/tickets', { body: mixed })), [
          422,
          [
            ['subject', 1007],
            ['tags', 1007],
            ['nothing', 1007],
          ],
        ]);
        assert.deepEqual(getStatusAndFieldErrors(await call('POST', '/v1/tickets', { body: {} }, older)), [
          422,
          [['name', 1001]],
        ]);
      });

      it('409 and 412 list the differences with the version’s names', async () => {
        const { id, version } = await create();
        await api().call('PATCH', `/v1/tickets/${id}`, { body: { subject: 'Theirs', tags: [] } });
        const differences = [{ field: 'title', yours: 'Mine', current: 'Theirs' }];
        const stale = await call('PATCH', `/v1/tickets/${id}`, { body: { title: 'Mine', version } });
        assert.deepEqual(
          [stale.status, stale.body.differences],
          [409, [...differences, { field: 'version', yours: 1, current: 2 }]],
        );
        const failed = await call('PATCH', `/v1/tickets/${id}`, {
          body: { title: 'Mine' },
          headers: { 'If-Match': '"1"' },
        });
        assert.deepEqual([failed.status, failed.body.differences], [412, differences]);
      });

      it('201 replay with an Idempotency-Key, in the version of the repeated request', async () => {
        const headers = { 'Idempotency-Key': 'at-a-date' };
        const first = await call<OldTicket>('POST', '/v1/tickets', { headers, body: { title: 'Once' } });
        const again = await call<OldTicket>('POST', '/v1/tickets', { headers, body: { title: 'Once' } });
        assert.deepEqual(
          [again.status, again.text, again.headers.get('idempotency-replayed')],
          [201, first.text, 'true'],
        );
        const now = await api().call<Ticket>('POST', '/v1/tickets', { headers, body: { subject: 'Once' } });
        assert.deepEqual([now.status, now.body.id, now.body.subject], [201, first.body.id, 'Once']);
        assert.notEqual(now.headers.get('etag'), first.headers.get('etag'));
      });
    });
  },
  { apiVersions: fictionalVersions },
);
