import type { Selectable } from 'kysely';
import { directions, messageTypes, priorities, states } from '#contract/enums';
import { type Actor, diffFields, type EventDraft } from '../database/change-log.ts';
import { decodeEnum, encodeEnum } from '../database/column-encoding.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { GistTable, MessageTable, TicketTable } from '../database/schema.ts';
import type { Triage } from './thread-rows.ts';

/** An event with its actor and its time. */
export type LogEntry = EventDraft & Actor;

/**
 * Creates the events of the sample desk from its rows, in chronological order.
 *
 * @param triages by ticket id
 */
export async function createSampleEvents(
  writes: WriteTransaction,
  triages: ReadonlyMap<string, Triage>,
): Promise<LogEntry[]> {
  const tickets = await writes.selectFrom('tickets').selectAll().orderBy('n').execute();
  const messages = await writes.selectFrom('messages').selectAll().orderBy('n').execute();
  const gists = await writes.selectFrom('gists').selectAll().orderBy('n').execute();
  const files = await writes.selectFrom('gist_files').selectAll().orderBy('position').execute();
  const ticketIds = new Map(tickets.map(({ n, id }) => [n, id]));
  const messagesByTicket = Map.groupBy(messages, ({ ticket_n }) => ticket_n);
  const filesByGist = Map.groupBy(files, ({ gist_n }) => gist_n);
  const entries = [
    ...tickets.flatMap(ticket =>
      createTicketEntries(ticket, triages.get(ticket.id), messagesByTicket.get(ticket.n) ?? []),
    ),
    ...messages.map(message => createMessageEntry(message, ticketIds.get(message.ticket_n) ?? '')),
    ...tickets.filter(({ state }) => state !== encodeEnum(states, 'open')).map(createLastTicketEntry),
    ...gists.map(gist => createGistEntry(gist, filesByGist.get(gist.n) ?? [])),
  ];
  return entries.toSorted((left, right) => left.now - right.now);
}

/**
 * Creates the events of the creation and the triage of a ticket. Every ticket is created open. Before a triage, it has
 * normal priority and no assignee.
 */
function createTicketEntries(
  row: Selectable<TicketTable>,
  triage: Triage | undefined,
  messages: readonly Selectable<MessageTable>[],
): LogEntry[] {
  const { id, subject, description, customer_name, customer_email, mailbox_id } = row;
  const after = { priority: decodeEnum(priorities, row.priority), assignee_id: row.assignee_id };
  const before = triage ? { priority: 'normal', assignee_id: null } : after;
  const texts = { subject, description, customer_name, customer_email };
  const draft = { ...texts, tags: JSON.parse(row.tags), state: 'open', mailbox_id };
  const created: LogEntry = {
    ...{ type: 'ticket.created', id, ticketId: id, version: 1, changes: diffFields(null, { ...draft, ...before }) },
    ...toActor(row.created_by, row.created_at),
  };
  if (!triage) return [created];
  const version = 2 + messages.filter(({ created_at }) => created_at < triage.at).length;
  const changes = diffFields(before, after);
  return [
    created,
    { type: 'ticket.updated', id, ticketId: id, version, changes, ...toActor(triage.agentId, triage.at) },
  ];
}

/** Creates the event of the last change, which closed the ticket or made it pending. */
function createLastTicketEntry(row: Selectable<TicketTable>): LogEntry {
  const { id, version } = row;
  const isClosed = row.closed_at > 0;
  const changes = diffFields({ state: 'open' }, { state: decodeEnum(states, row.state) });
  const actor = toActor(row.assignee_id ?? row.created_by, isClosed ? row.closed_at : row.updated_at);
  return { type: isClosed ? 'ticket.closed' : 'ticket.updated', id, ticketId: id, version, changes, ...actor };
}

function createMessageEntry(row: Selectable<MessageTable>, ticketId: string): LogEntry {
  const { id, body, author_name } = row;
  const type = decodeEnum(messageTypes, row.type);
  const changes = diffFields(null, { body, type, direction: decodeEnum(directions, row.direction), author_name });
  return { type: 'message.created', id, ticketId, version: 1, changes, ...toActor(row.author_id, row.created_at) };
}

function createGistEntry(row: Selectable<GistTable>, files: readonly { name: string; content: string }[]): LogEntry {
  const { id, description } = row;
  const contents = Object.fromEntries(files.map(({ name, content }) => [`files.${name}`, content]));
  const changes = diffFields(null, { description, public: row.public === 1, ...contents });
  const privateTo = row.public === 1 ? undefined : row.owner_id;
  return { type: 'gist.created', id, privateTo, version: 1, changes, ...toActor(row.owner_id, row.created_at) };
}

const toActor = (personId: string, now: number): Actor => ({ personId, clientId: null, now });
