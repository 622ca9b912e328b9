import { listEvents } from '#contract';
import { readCounter } from '../database/counters.ts';
import type { Route } from '../http/route.ts';
import { listRoute } from '../http/serve-list.ts';
import { countEvents, findReadableKinds, readEventPage } from './list.ts';
import { toEvent } from './representation.ts';
import { acceptsStream, type EventStreams } from './streams/event-streams.ts';

/** The route of the read-only change log. The response is a list, or a stream for clients that prefer a stream. */
export const eventRoutes = ({ eventStreams }: { eventStreams: EventStreams }): Route[] => [
  {
    ...list,
    serve(context) {
      context.response.setHeader('Vary', 'Authorization, Accept, Accept-Encoding, X-Api-Version, Origin');
      return acceptsStream(context) ? eventStreams.serve(context) : list.serve(context);
    },
  },
];

const list = listRoute(listEvents, {
  kind: 'event',
  // Tokens of one person may have different scopes and therefore different lists.
  validator: async (queries, _pathParameters, caller) =>
    `${await readCounter(queries, 'event.id')}/${findReadableKinds(caller).join('/')}`,
  page: (queries, { query, caller, anchor, limit }) =>
    readEventPage(queries, { query, personId: caller.person.id, kinds: findReadableKinds(caller) }, anchor, limit),
  count: (queries, { query, caller }) =>
    countEvents(queries, { query, personId: caller.person.id, kinds: findReadableKinds(caller) }),
  toRepresentation: toEvent,
});
