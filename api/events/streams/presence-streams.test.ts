import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { type Scope, scopes } from '#contract/enums';
import { forEachApi } from '../../testing/api.ts';
import { type EventStreamClient, openEventStream, type StreamBlock } from '../testing/open-event-stream.ts';
import { defaultStreamLimits } from './event-stream.ts';

type People = { ticket_id: string; people: { person_id: string; mode: string }[] };

const isPresence = ({ event }: StreamBlock) => event === 'presence';
const parse = ({ data = '' }: StreamBlock) => JSON.parse(data) as People;
const isOn = (id: string, count: number) => (block: StreamBlock) =>
  isPresence(block) && parse(block).ticket_id === id && parse(block).people.length === count;

forEachApi(
  api => {
    const opened: EventStreamClient[] = [];
    const open = async (query = '', granted: readonly Scope[] = scopes, url = api().url) => {
      const stream = await openEventStream(url, await api().createRoleToken('admin', granted), { query });
      opened.push(stream);
      await stream.waitFor(({ event }) => event === 'ready');
      return stream;
    };
    afterEach(() => {
      for (const stream of opened.splice(0)) stream.close();
    });
    const createTicket = async () =>
      (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body.id;
    const announce = (id: string, mode: string) => api().call('PUT', `/v1/tickets/${id}/presence`, { body: { mode } });

    describe('presence in a stream of events', () => {
      it('200 sends the people on a ticket in an event without an id, and an empty list after the last presence ends', async () => {
        const id = await createTicket();
        const stream = await open();
        const person_id = api().people.agent.id;
        await announce(id, 'writing');
        const block = await stream.waitFor(isOn(id, 1));
        const { people, ...rest } = parse(block);
        assert.deepEqual([block.id, rest], ['', { ticket_id: id }]);
        assert.deepEqual(
          people.map(({ since: _, ...entry }: { since?: string; person_id: string; mode: string }) => entry),
          [{ person_id, mode: 'writing' }],
        );
        api().clock.advance(25_000);
        await stream.waitFor(each => isOn(id, 1)(each) && parse(each).people[0]?.mode === 'viewing');
        api().clock.advance(20_000);
        await stream.waitFor(isOn(id, 0));
        const after = await open();
        await announce(id, 'viewing');
        await after.waitFor(isOn(id, 1));
        await api().call('DELETE', `/v1/tickets/${id}/presence`);
        await after.waitFor(isOn(id, 0));
      });

      it('200 sends only presence that `ticket_id`, `type` and the scopes allow', async () => {
        const [first, second] = [await createTicket(), await createTicket()];
        const streams = [
          await open(),
          await open(`?ticket_id=${second}`),
          await open('?type=ticket.updated'),
          await open('', ['gists:read', 'messages:read']),
        ];
        await announce(first, 'viewing');
        await streams[0]?.waitFor(isOn(first, 1));
        await announce(second, 'viewing');
        await Promise.all(streams.slice(0, 2).map(stream => stream.waitFor(isOn(second, 1))));
        // The feed notifies all streams at once. A stream sends the event, if at all, before its second heartbeat.
        const isLater =
          ({ blocks }: EventStreamClient, count = blocks.length + 1) =>
          (block: StreamBlock) =>
            block.event === undefined && blocks.indexOf(block) > count;
        await Promise.all(streams.map(stream => stream.waitFor(isLater(stream))));
        assert.deepEqual(
          streams.map(({ blocks }) => blocks.filter(isPresence).map(block => parse(block).ticket_id)),
          [[first, second], [second], [], []],
        );
      });

      it('200 sends presence that another API server on PostgreSQL has stored', () =>
        api().withSecondApi(async (_call, secondUrl) => {
          if (api().database.engine === 'sqlite') return;
          const id = await createTicket();
          const stream = await open('', scopes, secondUrl);
          await announce(id, 'viewing');
          await stream.waitFor(isOn(id, 1));
        }));
    });
  },
  { streamLimits: { ...defaultStreamLimits, heartbeat: 50, presence: 50 } },
);
