import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { type TestApi, withApi } from '../../testing/api.ts';
import { fictionalVersions } from '../../testing/fictional-versions.ts';
import { getStatusAndFieldErrors } from '../../testing/invalid-fields.ts';

type OldTicket = Omit<Ticket, 'subject' | 'tags'> & { title: string };

const old = '2026-09-01';
const today = '2026-11-21';
type Call = NonNullable<Parameters<TestApi['call']>[2]>;

withApi(
  api => {
    const call = <Body>(method: string, address: string, { headers, ...options }: Call = {}, date = old) =>
      api().call<Body>(method, address, { ...options, headers: { ...headers, 'X-Api-Version': date } });
    /** A ticket in the current version, with a member that the older one lacks. */
    const create = async (tag = 'vip'): Promise<Ticket> =>
      (
        await api().call<Ticket>('POST', '/v1/tickets', {
          body: { subject: 'Late', customer_name: 'Ana', tags: [tag] },
        })
      ).body;
    const readCurrent = async (id: string) => (await api().call<Ticket>('GET', `/v1/tickets/${id}`)).body;

    describe('a representation at an older version', () => {
      it('200 without members that the version lacks, renamed ones in the current order', async () => {
        const { id, tags, ...ticket } = await create();
        const { text } = await call('GET', `/v1/tickets/${id}`);
        const members = Object.entries({ id, ...ticket }).map(([name, value]) => [
          name === 'subject' ? 'title' : name,
          value,
        ]);
        assert.equal(text, `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`);
      });

      it('200 for a list, its envelope and its pages, with the version’s names in fields', async () => {
        const created = [await create('list'), await create('list')];
        const page = await call<OldTicket[]>('GET', '/v1/tickets?tag=list&fields=id,title&sort=created_at&per_page=1');
        assert.deepEqual(page.body, [{ id: created[0]?.id, title: 'Late' }]);
        const next = await call<{ data: object[] }>('GET', `${page.links['next']}&envelope=true`);
        assert.deepEqual(next.body.data, [{ id: created[1]?.id, title: 'Late' }]);
      });

      it('422 for fields that the version lacks, current names included', async () => {
        for (const fields of ['subject', 'tags', 'id,nothing']) {
          assert.deepEqual(getStatusAndFieldErrors(await call('GET', `/v1/tickets?fields=${fields}`)), [
            422,
            [['fields', 1005]],
          ]);
        }
      });
    });

    describe('ETags and versions', () => {
      it('200 for the tag of another version, 304 for its own, of an item and a list', async () => {
        const { id } = await create();
        for (const address of [`/v1/tickets/${id}`, '/v1/tickets']) {
          const tag = async (date: string) => (await call('GET', address, {}, date)).headers.get('etag') ?? '';
          const [own, other] = [await tag(old), await tag(today)];
          const statusOf = async (known: string) =>
            (await call('GET', address, { headers: { 'If-None-Match': known } })).status;
          assert.deepEqual([await statusOf(other), await statusOf(own)], [200, 304]);
        }
      });

      it('200 for a write with the current tag of any API version, 412 with an outdated tag', async () => {
        const { id } = await create();
        const address = `/v1/tickets/${id}`;
        for (const date of [old, today]) {
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
        const body = { title: 'Old shape', priority: 'low' };
        const created = await call<OldTicket>('POST', '/v1/tickets', { body });
        assert.equal(created.status, 201);
        assert.partialDeepStrictEqual(created.body, body);
        assert.equal('tags' in created.body, false);
        assert.partialDeepStrictEqual(await readCurrent(created.body.id), { subject: 'Old shape', tags: [] });
      });

      it('200 for an unchanged GET body changes nothing, not even members that the version lacks', async () => {
        const before = await create();
        const { body } = await call('GET', `/v1/tickets/${before.id}`);
        const put = await call('PUT', `/v1/tickets/${before.id}`, { body });
        assert.deepEqual([put.status, put.body], [200, body]);
        assert.deepEqual(await readCurrent(before.id), before);
      });

      it('200 for a PUT keeps members that the version lacks, and resets omitted ones', async () => {
        const { id } = await create();
        const put = await call<OldTicket>('PUT', `/v1/tickets/${id}`, { body: { title: 'Replaced' } });
        assert.deepEqual([put.status, put.body.customer_name], [200, null]);
        assert.partialDeepStrictEqual(await readCurrent(id), { subject: 'Replaced', tags: ['vip'] });
      });

      it('200 for a PATCH changes only the named members', async () => {
        const before = await create();
        const patched = await call('PATCH', `/v1/tickets/${before.id}`, { body: { title: 'Patched' } });
        assert.equal(patched.status, 200);
        const { updated_at: _, ...after } = await readCurrent(before.id);
        assert.partialDeepStrictEqual({ ...before, subject: 'Patched', version: 2 }, after);
      });

      it('422 uses the version’s names, also for unknown members', async () => {
        const long = { title: 'x'.repeat(256) };
        assert.deepEqual(getStatusAndFieldErrors(await call('POST', '/v1/tickets', { body: long })), [
          422,
          [['title', 1004]],
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
        assert.deepEqual(getStatusAndFieldErrors(await call('POST', '/v1/tickets', { body: {} })), [
          422,
          [['title', 1001]],
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
