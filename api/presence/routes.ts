import { announcePresence, deletePresence, listPresence } from '#contract';
import type { PresenceMode } from '#contract/enums';
import type { Versioned } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { noContentRoute } from '../http/serve-no-content.ts';
import { reportRoute } from '../http/serve-report.ts';
import { toPresenceEntries } from './entries.ts';
import type { PresenceStore } from './store.ts';

type PresenceDependencies = {
  presence: PresenceStore;
  ticket: Resource<TicketRow, object>;
  clock: () => number;
};

type TicketRow = Versioned & { id: string };

/** The routes of presence, which has neither id nor version. The list has no pages: announcements expire soon. */
export const presenceRoutes = ({ presence, ticket, clock }: PresenceDependencies): Route[] => [
  reportRoute(listPresence, {
    kind: 'ticket',
    // Without a validator: announcements expire without a write.
    compute: async (_queries, { query }) => ({
      presence: toPresenceEntries(await presence.list(clock(), query.ticket_id)),
    }),
  }),
  noContentRoute(announcePresence, ticket, async ({ id }, { caller }, { mode }: { mode: PresenceMode }) => {
    const { person } = caller;
    if (mode === 'writing' && person.role === 'viewer')
      throw new ApiError('no_access', 'A viewer can only announce "viewing".');
    await presence.announce(id, person.id, mode, clock());
  }),
  noContentRoute(deletePresence, ticket, ({ id }, { caller }) => presence.remove(id, caller.person.id)),
];
