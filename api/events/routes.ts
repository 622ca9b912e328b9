import { listEvents } from '#contract';
import { type EventKind, eventKinds } from '#contract/vocabulary';
import { changesOf } from '../database/counters.ts';
import type { Principal } from '../http/principal.ts';
import type { Route } from '../http/route.ts';
import { listRoute } from '../http/serve-list.ts';
import { countEvents, readEvents } from './list.ts';
import { showEvent } from './shape.ts';

/** The one operation on the change log: it is written by the changes themselves. */
export const eventRoutes = (): Route[] => [
  listRoute(listEvents, {
    kind: 'event',
    // Tokens of one person differ in what they may read, and so do their lists.
    validator: async (queries, _address, caller) =>
      `${await changesOf(queries, 'event.id')}/${readableTo(caller).join('/')}`,
    page: (queries, { query, caller, place, limit }) =>
      readEvents(queries, { query, personId: caller.person.id, kinds: readableTo(caller) }, place, limit),
    count: (queries, { query, caller }) =>
      countEvents(queries, { query, personId: caller.person.id, kinds: readableTo(caller) }),
    show: showEvent,
  }),
];

const readableTo = ({ scopes }: Principal): EventKind[] => eventKinds.filter(kind => scopes.has(`${kind}s:read`));
