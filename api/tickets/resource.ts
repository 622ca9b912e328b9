import type { TicketDraft } from '#contract';
import type { FieldError } from '#contract/errors';
import type { Database, Queries } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { fieldError } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import { getTicketCacheKey, type TicketRow, ticketDraft, toTicket } from './representation.ts';
import type { TicketStore } from './store.ts';

export type TicketDependencies = {
  tickets: TicketStore;
  people: { findPerson(queries: Queries, id: string): Promise<object | null> };
  mailboxes: { find(queries: Queries, id: string): Promise<object | null> };
  database: Pick<Database, 'engine' | 'search'>;
  apiPublicUrl: string;
};

/** Describes tickets to the request pipeline. */
export const ticketResource = ({
  tickets,
  people,
  mailboxes,
  apiPublicUrl,
}: TicketDependencies): Resource<TicketRow, TicketDraft> => ({
  name: 'ticket',
  parameter: 'ticket_id',
  find: (queries, { ticket_id = '' }) => tickets.find(queries, ticket_id),
  isDeleted: (queries, { ticket_id = '' }) => isMarkedDeleted(queries, 'ticket', ticket_id),
  toDraft: ticketDraft,
  toRepresentation: toTicket(apiPublicUrl),
  getCacheKey: getTicketCacheKey,
  validateReferences: async (queries, { assignee_id, mailbox_id }): Promise<FieldError[]> => [
    ...(typeof assignee_id !== 'string' || (await people.findPerson(queries, assignee_id)) !== null
      ? []
      : [fieldError('assignee_id', 'unknown_reference', 'must be the id of a person')]),
    // A deleted mailbox is still valid, so that a client can send a ticket back unchanged.
    ...(typeof mailbox_id !== 'string' ||
    (await mailboxes.find(queries, mailbox_id)) !== null ||
    (await isMarkedDeleted(queries, 'mailbox', mailbox_id))
      ? []
      : [fieldError('mailbox_id', 'unknown_reference', 'must be the id of a mailbox')]),
  ],
});
