import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { z } from 'zod';
import type { listEvents, PresenceEntry } from '#contract';
import { readCounter } from '../../database/counters.ts';
import type { Database } from '../../database/database.ts';
import { authenticate } from '../../http/authenticate.ts';
import { ApiError, fieldError, overloadedError, requireNoErrors } from '../../http/errors.ts';
import { parseQueryPairs, readQuery } from '../../http/parameters.ts';
import type { FindPrincipal, Principal } from '../../http/principal.ts';
import type { OperationContext } from '../../http/route.ts';
import { findReadableKinds, isListed, readEvents } from '../list.ts';
import { type EventRow, toEvent } from '../representation.ts';
import { createEventFeed } from './event-feed.ts';
import { defaultStreamLimits, EventStream, type StreamLimits } from './event-stream.ts';
import { createNotificationFeed, type NotificationSource } from './notification-feed.ts';
import { createPresenceFeed } from './presence-feed.ts';

type Dependencies = {
  database: Database;
  findPrincipal: FindPrincipal;
  /** Lists the people who have a ticket open. */
  readPresence(): Promise<readonly PresenceEntry[]>;
  notificationSource: NotificationSource;
  log: Logger;
  registry: Registry;
  limits?: StreamLimits | undefined;
  /** Ends all streams. Their clients continue at another process. */
  shutdown: AbortSignal;
};

/** The open streams of a process. */
export type EventStreams = {
  /** Serves GET and HEAD of the change log as a stream. @throws ApiError 400, 422, 429, 503 */
  serve(context: OperationContext): Promise<void>;
};

/** The number of groups of streams. Each group sends its heartbeats at a different time. */
const heartbeatGroups = 20;

const mediaType = 'text/event-stream';

/** Returns whether the client prefers a stream to JSON. */
export const acceptsStream = ({ request }: Pick<OperationContext, 'request'>): boolean =>
  request.accepts(['application/json', mediaType]) === mediaType;

export const createEventStreams = (dependencies: Dependencies): EventStreams => {
  const { database, findPrincipal, readPresence, notificationSource, log, registry, shutdown } = dependencies;
  const { limits = defaultStreamLimits } = dependencies;
  const feed = createEventFeed(database, log);
  const presence = createPresenceFeed(readPresence, { log, interval: limits.presence });
  const notifications = createNotificationFeed(notificationSource, { log, interval: limits.presence });
  const streams = new Set<EventStream>();
  new Gauge({
    ...{ name: 'stardesk_event_streams', help: 'Open streams of events.', registers: [registry] },
    collect() {
      this.set(streams.size);
    },
  });

  const heartbeatTimer = setInterval(() => {
    for (const stream of streams) stream.beatIfDue(Date.now());
  }, limits.heartbeat / heartbeatGroups).unref();
  shutdown.addEventListener('abort', () => {
    clearInterval(heartbeatTimer);
    for (const stream of streams) stream.end();
    feed.close();
    presence.close();
    notifications.close();
  });

  return {
    async serve(context) {
      const { request, response, caller, apiVersion } = context;
      const query = readStreamQuery(context);
      if (streams.size >= limits.perProcess) throw overloadedError();
      limitStreamsPerCaller(streams, caller, limits);
      response.setHeader('Content-Type', mediaType);
      response.setHeader('Cache-Control', 'no-store, no-transform');
      // nginx would otherwise buffer the events.
      response.setHeader('X-Accel-Buffering', 'no');
      if (request.method === 'HEAD') return response.end();
      const { isCurrent, toClient } = apiVersion.converter;
      /** Returns whether the stream sends presence and notifications of a ticket. With `type`, it sends only events. */
      const isAboutTicket = (ticketId: string | null, { scopes }: Principal): boolean =>
        scopes.has('tickets:read') && query.type === undefined && [undefined, ticketId].includes(query.ticket_id);
      const stream: EventStream = new EventStream({
        ...{ feed, presence, notifications, caller, limits },
        openResponse: () => response.open(),
        findCaller: () => authenticate(request, findPrincipal),
        after: parseLastEventId(request.get('Last-Event-ID')) ?? query.after ?? null,
        // After a restart many streams open together, and share these reads.
        readNewest: () => database.readTogether(queries => readCounter(queries, 'event.id')),
        readMissed: (after, through) => database.readTogether(queries => readEvents(queries, after, through - after)),
        isVisible: (row, { person, scopes }) =>
          isListed(row, { query, personId: person.id, kinds: findReadableKinds({ scopes }) }),
        toJson: row => (isCurrent ? getJson(row) : JSON.stringify(toClient(toEvent(row)))),
        isPresenceVisible: isAboutTicket,
        isNotificationVisible: ({ personId, ticketId }, caller) =>
          personId === caller.person.id && isAboutTicket(ticketId, caller),
        onEnd: () => streams.delete(stream),
      });
      streams.add(stream);
      // A browser's EventSource reconnects after 200, but not after 503.
      if (shutdown.aborted) stream.end();
      await stream.start();
    },
  };
};

type StreamQuery = Pick<z.output<typeof listEvents.query>, 'ticket_id' | 'type' | 'after'>;

const streamParameters = new Set(['ticket_id', 'type', 'after']);

/** Parses the query. Parameters for pagination and JSON formatting are errors. @throws ApiError 400, 422 */
const readStreamQuery = (context: OperationContext): StreamQuery => {
  const query = readQuery(context) as StreamQuery;
  const names = parseQueryPairs(context.request.originalUrl).map(([name]) => name);
  const others = names.filter(name => !streamParameters.has(name));
  requireNoErrors(others.map(name => fieldError(name, 'not_allowed', 'does not apply to a stream')));
  return query;
};

/** Parses the id from which a client continues. After an invalid id, the client has to read everything again. */
const parseLastEventId = (id: string | undefined): number | null => {
  if (id === undefined || id === '') return null;
  return /^\d{1,15}$/.test(id) ? Number(id) : Number.MAX_SAFE_INTEGER;
};

/** @throws ApiError 429 */
const limitStreamsPerCaller = (
  streams: ReadonlySet<EventStream>,
  { person, clientId }: Principal,
  { perCaller }: StreamLimits,
): void => {
  const callerStreams = [...streams].filter(
    ({ caller }) => caller.person.id === person.id && caller.clientId === clientId,
  );
  if (callerStreams.length < perCaller) return;
  const text = `A person can open ${perCaller} streams at a time through one client. Close one of them first.`;
  throw new ApiError('too_many_streams', text, { headers: { 'Retry-After': '5' } });
};

const texts = new WeakMap<EventRow, string>();

/** Returns the JSON of an event, which all streams share. */
const getJson = (row: EventRow): string => {
  const text = texts.get(row) ?? JSON.stringify(toEvent(row));
  texts.set(row, text);
  return text;
};
