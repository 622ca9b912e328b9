import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { scopes } from '#contract/enums';
import { createTcpProxy, type TcpProxy } from '#server/testing/tcp-proxy';
import { openDatabase } from '../../database/open-database.ts';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { type EventStreamClient, openEventStream } from '../testing/open-event-stream.ts';
import { defaultStreamLimits } from './event-stream.ts';

const limits = { ...defaultStreamLimits, heartbeat: 50 };

/** Opens a stream of an API whose PostgreSQL is behind a proxy. Does nothing on SQLite, which has no connections. */
const withStream = async (api: TestApi, use: (stream: EventStreamClient, proxy: TcpProxy) => Promise<void>) => {
  const { DATABASE_URL } = api.environment;
  if (DATABASE_URL === undefined) return;
  const proxy = await createTcpProxy(DATABASE_URL);
  const open = () => openDatabase({ dataDir: '', databaseUrl: proxy.url, statementTimeoutMilliseconds: 100 });
  const run = async (_call: unknown, url: string) => {
    const stream = await openEventStream(url, await api.createRoleToken('agent', scopes));
    await stream.waitFor(({ event }) => event === 'ready');
    await use(stream, proxy).finally(() => stream.close());
  };
  await api.withSecondApi(run, open).finally(() => proxy.close());
};

describe('a stream of events while the connections to PostgreSQL hang', () => {
  forEachApi(
    api => {
      it('stays open, and sends events as soon as PostgreSQL responds on new connections', () =>
        withStream(api(), async (stream, proxy) => {
          proxy.pause();
          const { length } = stream.blocks;
          // The first heartbeat may have been checked before the pause.
          await stream.waitFor(block => stream.blocks.indexOf(block) > length + 1);
          proxy.dropPaused();
          const { id } = (await api().call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Printer' } })).body;
          const { data = '' } = await stream.waitFor(({ event }) => event === 'ticket.created');
          assert.equal(JSON.parse(data).ticket_id, id);
        }));
    },
    { streamLimits: limits },
  );

  forEachApi(
    api => {
      it('ends after a long outage', () =>
        withStream(api(), async (stream, proxy) => {
          proxy.pause();
          await stream.ended;
        }));
    },
    { streamLimits: { ...limits, outage: 500 } },
  );
});
