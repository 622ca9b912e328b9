import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Notification, Ticket } from '#contract';
import { type Role, type Scope, scopes } from '#contract/enums';
import { forEachApi } from '../../testing/api.ts';
import { type EventStreamClient, openEventStream, type StreamBlock } from '../testing/open-event-stream.ts';
import { defaultStreamLimits } from './event-stream.ts';

const isNotification = ({ event }: StreamBlock) => event === 'notification';

forEachApi(
  api => {
    const opened: EventStreamClient[] = [];
    const open = async (as: Role, query = '', granted: readonly Scope[] = scopes) => {
      const stream = await openEventStream(api().url, await api().createRoleToken(as, granted), { query });
      opened.push(stream);
      await stream.waitFor(({ event }) => event === 'ready');
      return stream;
    };
    afterEach(() => {
      for (const stream of opened.splice(0)) stream.close();
    });
    /** Assigns a new ticket to the viewer, and returns its id. */
    const assign = async () => {
      const body = { subject: 'Printer', assignee_id: api().people.viewer.id };
      const { id } = (await api().call<Ticket>('POST', '/v1/tickets', { body })).body;
      api().clock.advance(2000);
      await api().runJobs();
      return id;
    };

    describe('notifications in a stream of events', () => {
      it('200 sends each new notification to its person, in an event without an id', async () => {
        await assign();
        const stream = await open('viewer');
        const ticketId = await assign();
        const { id, data = '' } = await stream.waitFor(isNotification);
        const [newest] = (await api().call<Notification[]>('GET', '/v1/notifications', { as: 'viewer' })).body;
        assert.deepEqual([id, JSON.parse(data)], ['', newest]);
        assert.equal(newest?.ticket_id, ticketId);
      });

      it('200 sends no notification to other people, or to streams whose `ticket_id`, `type` or scopes exclude it', async () => {
        const streams = [
          await open('agent'),
          await open('viewer', '?ticket_id=nowhere'),
          await open('viewer', '?type=ticket.updated'),
          await open('viewer', '', ['gists:read', 'messages:read']),
        ];
        const own = await open('viewer');
        await assign();
        await own.waitFor(isNotification);
        // The feed notifies all streams at once. A stream sends the event, if at all, before its second heartbeat.
        const isLater =
          ({ blocks }: EventStreamClient, count = blocks.length + 1) =>
          (block: StreamBlock) =>
            block.event === undefined && blocks.indexOf(block) > count;
        await Promise.all(streams.map(stream => stream.waitFor(isLater(stream))));
        for (const { blocks } of streams) assert.ok(!blocks.some(isNotification));
      });
    });
  },
  { streamLimits: { ...defaultStreamLimits, heartbeat: 50, presence: 50 } },
);
