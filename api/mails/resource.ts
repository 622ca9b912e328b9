import type { MailProcessing } from '#contract';
import type { Queries, WriteTransaction } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import type { Files } from '../files/files.ts';
import type { Versioned } from '../http/conditional.ts';
import { fieldError } from '../http/errors.ts';
import type { ParentResource, Resource } from '../http/route.ts';
import { type MailRow, mailProcessing, toMail } from './representation.ts';
import type { Envelope, MailStore } from './store.ts';

export type MailDependencies = {
  mails: MailStore;
  files: Pick<Files, 'get'>;
  mailbox: ParentResource<Versioned & { id: string }>;
  tickets: { find(queries: Queries, id: string): Promise<object | null> };
  receiveMail(
    mailboxId: string,
    envelope: Envelope,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<{ mail: MailRow; isNew: boolean }>;
  enqueueProcessing(writes: WriteTransaction, mailboxId: string): Promise<void>;
  apiPublicUrl: string;
};

/** Describes mails to the request pipeline. A client can change only the processing of a mail. */
export const mailResource = ({
  mails,
  tickets,
  apiPublicUrl,
}: MailDependencies): Resource<MailRow, MailProcessing> => ({
  name: 'mail',
  parameter: 'mail_id',
  find: (queries, { mail_id = '' }) => mails.find(queries, mail_id),
  isDeleted: (queries, { mail_id = '' }) => isMarkedDeleted(queries, 'mail', mail_id),
  toDraft: mailProcessing,
  toRepresentation: toMail(apiPublicUrl),
  validateReferences: async (queries, { as, ticket_id }) => {
    if (as !== 'ticket')
      return ticket_id ? [fieldError('ticket_id', 'not_allowed', 'must be null unless "as" is "ticket"')] : [];
    if (!ticket_id) return [fieldError('ticket_id', 'required', 'is required if "as" is "ticket"')];
    if ((await tickets.find(queries, ticket_id)) !== null) return [];
    return [fieldError('ticket_id', 'unknown_reference', 'must be the id of a ticket')];
  },
});
