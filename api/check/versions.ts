import { sql } from 'kysely';
import { eventKinds, resources } from '#contract/resources';
import type { EventTable } from '../database/schema.ts';
import { type Check, createRowsCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const description = { name: 'versions', rule: 'The version of each resource matches the change log.' };

type Logged = Pick<EventTable, 'type' | 'kind' | 'version'>;

const ticketVersions = createRowsCheck(description, 'tickets', async (queries, span) => {
  const tickets = await queries.selectFrom('tickets').select(['id', 'version']).where(isInSpan('n', span)).execute();
  const events = await queries
    .selectFrom('events')
    .select(['ticket_id', 'type', 'kind', 'version'])
    .where('ticket_id', 'in', inner => inner.selectFrom('tickets').select('id').where(isInSpan('n', span)))
    .orderBy('n')
    .execute();
  const byTicket = Map.groupBy(events, ({ ticket_id }) => ticket_id);
  return tickets.flatMap(({ id, version }) => {
    const loggedVersion = countVersions(byTicket.get(id) ?? []);
    if (loggedVersion === null || loggedVersion === version) return [];
    return [
      {
        table: 'tickets',
        id,
        sentence: `Ticket ${id}: it is at version ${version}, but the version computed from its events is ${loggedVersion}.`,
      },
    ];
  });
});

/** Events about the mail of a message. They change no version. */
const mailEvents = ['message.sent', 'message.failed'];

/**
 * Computes a ticket's version from its events. Each event adds one, except mail events. If a message reopens the
 * ticket, both events share one version. The computation stops at a gap, with the version before the gap.
 * @returns null without a ticket event: generated tickets and tickets older than the log may have no ticket event
 */
const countVersions = (log: readonly Logged[]): number | null => {
  let version: number | null = null;
  for (const event of log.filter(({ type }) => !mailEvents.includes(type))) {
    if (event.kind === 'message') version = version === null ? null : version + 1;
    else if (version === null || !(event.type === 'ticket.reopened' && event.version === version)) {
      if (version !== null && event.version !== version + 1) return version;
      version = event.version;
    }
  }
  return version;
};

/** Resources whose version is the version in their last event. Tickets have a rule of their own. */
const loggedKinds = eventKinds.filter(kind => kind !== 'ticket');

const otherVersions: Check[] = loggedKinds.map(kind => {
  const { collection, parent } = resources[kind];
  const sameParent =
    parent === null
      ? sql``
      : sql`and ${sql.ref(`${parent}_id`)} = (
          select id from ${sql.table(resources[parent].collection)} where n = ${sql.ref(`resource.${parent}_n`)})`;
  return createRowsCheck(description, collection, async (queries, span) => {
    const different = sql<{ id: string; version: number; logged: number }>`
      select * from (
        select id, version, (
          select version from events where resource_id = resource.id and kind = ${kind} ${sameParent}
          order by n desc limit 1) as logged
        from ${sql.table(collection)} as resource where ${isInSpan('resource.n', span)}) as both_versions
      where logged <> version`;
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    return (await different.execute(queries)).rows.map(({ id, version, logged }) => {
      const sentence = `${name} ${id}: it is at version ${version}, but its last event has version ${logged}.`;
      return { table: collection, id, sentence };
    });
  });
});

export const versionChecks: Check[] = [ticketVersions, ...otherVersions];
