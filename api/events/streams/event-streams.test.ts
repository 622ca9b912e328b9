import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import type { Event, Gist, Ticket } from '#contract';
import { type Role, scopes } from '#contract/enums';
import { appendEvents } from '../../database/change-log.ts';
import { obtainTokens, postAsClient } from '../../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../../oauth/testing/oauth-server.ts';
import { forEachApi } from '../../testing/api.ts';
import { createFollowLinks } from '../../testing/follow-links.ts';
import type { CallApi } from '../../testing/request.ts';
import { type EventStreamClient, openEventStream, type StreamBlock } from '../testing/open-event-stream.ts';
import { defaultStreamLimits } from './event-stream.ts';

const isType = (event: string) => (block: StreamBlock) => block.event === event;
const isReady = isType('ready');

forEachApi(
  api => {
    const opened: EventStreamClient[] = [];
    const open = async (options?: Parameters<typeof openEventStream>[2], token?: string) => {
      const stream = await openEventStream(api().url, token ?? (await api().createRoleToken('agent', scopes)), options);
      opened.push(stream);
      return stream;
    };
    afterEach(() => {
      for (const stream of opened.splice(0)) stream.close();
    });
    const createTicket = async (subject: string) =>
      (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject }, as: 'admin' })).body;
    const countStreams = async () =>
      (await api().metrics.registry.getSingleMetric('stardesk_event_streams')?.get())?.values[0]?.value;
    /** Appends `count` events in one commit, each with a value of `characters` characters. */
    const appendMany = (count: number, characters: number) => {
      const changes = { description: { old: null, new: 'x'.repeat(characters) } };
      const event = { type: 'gist.updated', id: 'large', version: 1, changes } as const;
      const actor = { personId: api().people.agent.id, clientId: null, now: Date.now() };
      const events = Array.from({ length: count }, () => ({ ...event, ...actor }));
      return api().database.transaction(writes => appendEvents(writes, events));
    };
    const readNewest = async () => (await api().call<Event[]>('GET', '/v1/events?per_page=1')).body[0]?.id ?? '0';

    describe('a stream of events', () => {
      it('200 sends the same JSON as the list, as soon as an event is stored', async () => {
        const newest = await readNewest();
        const stream = await open({ headers: { 'Accept-Encoding': 'gzip, br' } });
        const { headers } = stream;
        assert.deepEqual(
          [stream.status, headers['content-type'], headers['content-encoding']],
          [200, 'text/event-stream', undefined],
        );
        assert.deepEqual([headers['cache-control'], headers['x-accel-buffering']], ['no-store, no-transform', 'no']);
        assert.deepEqual(await stream.waitFor(isReady), {
          id: newest,
          event: 'ready',
          data: JSON.stringify({ id: newest }),
          retry: '2000',
        });
        const { id } = await createTicket('Printer');
        const { data = '', ...block } = await stream.waitFor(isType('ticket.created'));
        const [listed] = (await api().call<Event[]>('GET', `/v1/events?ticket_id=${id}`)).body;
        assert.deepEqual(JSON.parse(data), listed);
        assert.deepEqual(block, { id: listed?.id, event: 'ticket.created' });
      });

      it('200 continues after Last-Event-ID, or else after `after`, without a gap', async () => {
        const newest = await readNewest();
        for (const subject of ['One', 'Two', 'Three']) await createTicket(subject);
        const after = String(Number(newest) + 1);
        const all = await open({ query: `?after=${newest}` });
        const rest = await open({ query: `?after=${newest}`, headers: { 'Last-Event-ID': after } });
        await createTicket('Four');
        const isLast = ({ id, event }: StreamBlock) => event === 'ticket.created' && Number(id) === Number(newest) + 4;
        await Promise.all([all.waitFor(isLast), rest.waitFor(isLast)]);
        const getIds = (blocks: StreamBlock[]) =>
          blocks.filter(({ event }) => event !== undefined).map(({ id }) => Number(id) - Number(newest));
        assert.deepEqual(
          [getIds(all.blocks), getIds(rest.blocks)],
          [
            [0, 1, 2, 3, 4],
            [1, 2, 3, 4],
          ],
        );
      });

      it('200 sends `reset` to a client that is ahead of the log or more than 500 events behind', async () => {
        await appendMany(501, 1);
        const newest = await readNewest();
        for (const id of [String(Number(newest) + 1), 'never', String(Number(newest) - 501)]) {
          const stream = await open({ headers: { 'Last-Event-ID': id } });
          assert.deepEqual(await stream.waitFor(() => true), {
            id: newest,
            event: 'reset',
            data: JSON.stringify({ id: newest }),
            retry: '2000',
          });
        }
        const stream = await open({ headers: { 'Last-Event-ID': String(Number(newest) - 500) } });
        await stream.waitFor(({ id }) => id === newest);
        assert.equal(stream.blocks.filter(({ event }) => event !== undefined).length, 501);
      });

      it('200 sends `reset` when a backup is restored meanwhile, and then the new events', async () => {
        const restored = await readNewest();
        const stream = await open();
        await stream.waitFor(isReady);
        await appendMany(1, 1);
        await stream.waitFor(isType('gist.updated'));
        await api().database.transaction(async writes => {
          await writes.deleteFrom('events').where('n', '>', Number(restored)).execute();
          await writes
            .updateTable('counters')
            .set({ value: Number(restored) })
            .where('name', '=', 'event.id')
            .execute();
        });
        assert.equal((await stream.waitFor(isType('reset'))).id, restored);
        await createTicket('Printer');
        assert.equal((await stream.waitFor(isType('ticket.created'))).id, String(Number(restored) + 1));
      });

      it('200 sends only events that match the filters and scopes, and that the person may read', async () => {
        const ticket = await createTicket('Filtered');
        const streams = {
          ticket: await open({ query: `?ticket_id=${ticket.id}` }),
          type: await open({ query: '?type=ticket.closed,gist.created' }),
          gists: await open({}, await api().createRoleToken('viewer', ['gists:read'])),
          owner: await open({}, await api().createRoleToken('admin', ['gists:read'])),
        };
        await Promise.all(Object.values(streams).map(stream => stream.waitFor(isReady)));
        const body = { files: { 'a.txt': { content: 'A' } }, public: false };
        const { id } = (await api().call<Gist>('POST', '/v1/gists', { body, as: 'admin' })).body;
        await api().call('PATCH', `/v1/tickets/${ticket.id}`, { body: { state: 'closed' } });
        for (const body of [{ public: true }, { description: 'For all' }])
          await api().call('PATCH', `/v1/gists/${id}`, { body, as: 'admin' });
        const last = await readNewest();
        const getTypes = (blocks: StreamBlock[]) => blocks.flatMap(({ event = 'heartbeat' }) => event);
        await Promise.all(Object.values(streams).map(stream => stream.waitFor(block => block.id === last)));
        const types = Object.fromEntries(
          Object.entries(streams).map(([name, { blocks }]) => [
            name,
            getTypes(blocks).filter(type => type !== 'heartbeat'),
          ]),
        );
        assert.deepEqual(types, {
          ticket: ['ready', 'ticket.closed'],
          type: ['ready', 'ticket.closed'],
          gists: ['ready', 'gist.updated'],
          owner: ['ready', 'gist.created', 'gist.updated', 'gist.updated'],
        });
      });

      it('ends without further events when its token is revoked or its person is disabled', async () => {
        const { id: person_id } = api().people.viewer;
        const admin = { as: 'admin' } as const;
        const token = { person_id, name: 'Listener', scopes: ['tickets:read'], days: 1 };
        const revocations = [
          (id: string) => api().call('DELETE', `/v1/script_tokens/${id}`, admin),
          () => api().call('PATCH', `/v1/people/${person_id}`, { body: { disabled: true }, ...admin }),
        ];
        for (const revoke of revocations) {
          const { body } = await api().call<{ id: string; token: string }>('POST', '/v1/script_tokens', {
            body: token,
            ...admin,
          });
          const stream = await open({}, body.token);
          await stream.waitFor(isReady);
          assert.ok((await revoke(body.id)).status < 300);
          await createTicket('Printer');
          await stream.ended;
          assert.ok(!stream.blocks.some(isType('ticket.created')));
        }
      });

      it('ends when its client signs the person out', async () => {
        const { database } = api();
        const client = await addClient(database);
        const person = await addPerson(database, 'leaving@desk.example');
        const { access_token, refresh_token } = await obtainTokens({ server: api(), person, client });
        const stream = await open({}, access_token);
        await stream.waitFor(isReady);
        assert.equal((await postAsClient(api(), client, { token: refresh_token }, '/oauth/revoke')).status, 200);
        await stream.ended;
      });

      it('ends before its token expires', async () => {
        const age = 30 * 86_400_000 - 49_000;
        api().clock.advance(-age);
        const token = await api().createRoleToken('agent', scopes);
        const expiring = await open({}, token);
        api().clock.advance(age);
        await expiring.ended;
        const headers = { Authorization: `Bearer ${token}` };
        assert.equal((await api().call('GET', '/v1/events', { as: null, headers })).status, 200);
      });

      it('200 for HEAD with the headers and no open stream, 422 for list parameters', async () => {
        while ((await countStreams()) !== 0) await setImmediate();
        const headers = { Accept: 'text/event-stream' };
        const head = await api().call('HEAD', '/v1/events', { headers });
        assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'text/event-stream']);
        assert.equal(head.headers.get('cache-control'), 'no-store, no-transform');
        assert.equal(await countStreams(), 0);
        for (const query of ['per_page=2', 'cursor=x', 'count=true', 'fields=id', 'pretty=true', 'after=x'])
          assert.equal((await api().call('GET', `/v1/events?${query}`, { headers })).status, 422);
        assert.equal((await api().call('GET', '/v1/events', { headers: { Accept: '*/*' } })).status, 200);
      });

      it('disconnects a client that does not read; the client continues after its last id', async () => {
        while ((await countStreams()) !== 0) await setImmediate();
        const newest = await readNewest();
        const stream = await open();
        await stream.waitFor(isReady);
        stream.pause();
        await appendMany(100, 60_000);
        assert.equal(await countStreams(), 1);
        await appendMany(100, 60_000);
        // The stream may not have been waiting for the client yet when these events arrived.
        for (; (await countStreams()) !== 0; await setTimeout(20)) await appendMany(1, 1);
        const next = await open({ headers: { 'Last-Event-ID': newest } });
        await next.waitFor(({ id }) => id === String(Number(newest) + 200));
        const ids = next.blocks.filter(isType('gist.updated')).map(({ id }) => Number(id) - Number(newest));
        assert.deepEqual(
          ids.slice(0, 200),
          Array.from({ length: 200 }, (_, index) => index + 1),
        );
        next.close();
        while ((await countStreams()) !== 0) await setImmediate();
      });

      it('neither loses, repeats nor leaks an event while two API servers write and connections are cut at random bytes', () =>
        api().withSecondApi(async (callSecondApi, secondUrl) => {
          const { id: ticketId } = await createTicket('Printer');
          const files = { 'a.txt': { content: 'A' } };
          const { id: gistId } = (
            await api().call<Gist>('POST', '/v1/gists', { body: { files, public: false }, as: 'admin' })
          ).body;
          const patchGist = (call: CallApi, body: object) =>
            call('PATCH', `/v1/gists/${gistId}`, { body, as: 'admin' });
          const after = await readNewest();
          /** The number of the last event, which everyone may read; null until it exists. */
          let last: string | null = null;

          const writes: ((call: CallApi, n: number) => Promise<unknown>)[] = [
            (call, n) => call('POST', '/v1/tickets', { body: { subject: `Ticket ${n}` } }),
            (call, n) => call('PATCH', `/v1/tickets/${ticketId}`, { body: { subject: `Subject ${n}` } }),
            (call, n) => call('POST', `/v1/tickets/${ticketId}/messages`, { body: { body: `Message ${n}` } }),
            (call, n) => patchGist(call, { description: `Description ${n}` }),
            (call, n) => patchGist(call, { public: n % 2 === 0 }),
          ];
          const drawn = fc.sample(fc.constantFrom(...writes), 80);
          const write = async () => {
            const writers = [api().call, callSecondApi].map(async (call, first) => {
              for (let n = first; n < drawn.length; n += 2) await drawn[n]?.(call, Math.floor(n / 2));
            });
            await Promise.all(writers);
            const description = { description: 'Private' };
            for (const body of [{ public: true }, { public: false }, description, { public: true }])
              await patchGist(api().call, body);
            await patchGist(api().call, { description: 'Public' });
            last = await readNewest();
          };

          const cuts = fc.sample(fc.integer({ min: 1, max: 2000 }), 200);
          /** Returns the numbers of all events that a person receives. */
          const follow = async (role: Role): Promise<string[]> => {
            const token = await api().createRoleToken(role, scopes);
            const seen: string[] = [];
            let position = after;
            for (let n = 0; position !== last; n++) {
              const options = { headers: { 'Last-Event-ID': position }, bytes: cuts[n % cuts.length] ?? 1 };
              const stream = await openEventStream(n % 2 === 0 ? api().url : secondUrl, token, options);
              opened.push(stream);
              await stream.waitFor(({ id }) => id === last).catch(() => {});
              stream.close();
              const numbered = stream.blocks.filter(({ id }) => id !== '');
              seen.push(...numbered.filter(({ event = 'ready' }) => event !== 'ready').map(({ id }) => id));
              position = numbered.at(-1)?.id ?? position;
            }
            return seen;
          };
          const [ownerSaw, agentSaw] = await Promise.all([follow('admin'), follow('agent'), write()]);

          const list = async (as: Role): Promise<Event[]> => {
            const call: CallApi = (method, path) => api().call(method, path, { as });
            return (await createFollowLinks(call)<Event>(`/v1/events?after=${after}`, 'next')).flat();
          };
          const getIds = (events: Event[]) => events.map(({ id }) => id);
          const [all, listed] = [await list('admin'), new Set(getIds(await list('agent')))];
          let isPublic = false;
          const writtenInPublic = all.filter(({ resource, changes }) => {
            if (resource !== 'gist') return true;
            const wasPublic = isPublic;
            isPublic = changes['public'] === undefined ? isPublic : changes['public'].new === true;
            return wasPublic && isPublic;
          });
          assert.deepEqual(ownerSaw, getIds(all));
          // A gist that becomes private hides its earlier events. The stream may have sent them before.
          const expected = getIds(writtenInPublic).filter(id => listed.has(id) || agentSaw.includes(id));
          assert.deepEqual(agentSaw, expected);
        }));
    });
  },
  { streamLimits: { ...defaultStreamLimits, heartbeat: 50, check: 0, queuedEvents: 50 } },
);
