import { listEvents } from '#contract';
import { type EventKind, eventKinds, resources } from '#contract/resources';
import { readCounter } from '../database/counters.ts';
import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import { listRoute } from '../http/serve-list.ts';
import { countEvents, readEventPage } from './list.ts';
import { toEvent } from './representation.ts';

/** The routes of the change log, which is read-only. */
export const eventRoutes = (): Route[] => [
  listRoute(listEvents, {
    kind: 'event',
    // Tokens of one person may have different scopes and therefore different lists.
    validator: async (queries, _address, caller) =>
      `${await readCounter(queries, 'event.id')}/${readableKinds(caller).join('/')}`,
    page: (queries, { query, caller, anchor, limit }) =>
      readEventPage(queries, { query, personId: caller.person.id, kinds: readableKinds(caller) }, anchor, limit),
    count: (queries, { query, caller }) =>
      countEvents(queries, { query, personId: caller.person.id, kinds: readableKinds(caller) }),
    toRepresentation: toEvent,
  }),
];

const readableKinds = ({ scopes }: Principal): EventKind[] =>
  eventKinds.filter(kind => scopes.has(`${resources[kind].collection}:read`));
