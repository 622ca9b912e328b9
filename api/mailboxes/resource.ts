import type { ConnectionDraft, MailboxDraft } from '#contract';
import type { Queries } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { fieldError } from '../http/errors.ts';
import type { Resource } from '../http/route.ts';
import type { AuthorizationStore } from './authorization/store.ts';
import {
  type ConnectionRow,
  connectionDraft,
  listNestedReadOnly,
  type MailboxRow,
  mailboxDraft,
  toConnection,
  toMailbox,
  withoutPasswords,
} from './representation.ts';
import type { MailboxStore } from './store.ts';
import { findUsedAddresses } from './validate.ts';

export type MailboxDependencies = {
  mailboxes: MailboxStore;
  people: { findPerson(queries: Queries, id: string): Promise<object | null> };
  authorizations: AuthorizationStore;
  apiPublicUrl: string;
};

/** Identifies a mailbox in its URL and in the URLs of its parts. */
export const identity = {
  name: 'mailbox',
  parameter: 'mailbox_id',
  isDeleted: (queries: Queries, { mailbox_id = '' }) => isMarkedDeleted(queries, 'mailbox', mailbox_id),
} as const;

/** Describes mailboxes to the request pipeline. */
export const mailboxResource = ({
  mailboxes,
  people,
  apiPublicUrl,
}: Omit<MailboxDependencies, 'authorizations'>): Resource<MailboxRow, MailboxDraft> => ({
  ...identity,
  find: (queries, { mailbox_id = '' }) => mailboxes.find(queries, mailbox_id),
  toDraft: mailboxDraft,
  toRepresentation: toMailbox(apiPublicUrl),
  validateReferences: async (queries, draft, { pathParameters }) => [
    ...(await findUsedAddresses(mailboxes, queries, draft, pathParameters['mailbox_id'])),
    ...(typeof draft.default_assignee_id !== 'string' ||
    (await people.findPerson(queries, draft.default_assignee_id)) !== null
      ? []
      : [fieldError('default_assignee_id', 'unknown_reference', 'must be the id of a person')]),
  ],
});

/** Describes the connections of mailboxes to the request pipeline. */
export const connectionResource = ({
  mailboxes,
  apiPublicUrl,
}: MailboxDependencies): Resource<ConnectionRow, ConnectionDraft> => ({
  ...identity,
  find: (queries, { mailbox_id = '' }) => mailboxes.findConnection(queries, mailbox_id),
  toDraft: connectionDraft,
  toRepresentation: toConnection(apiPublicUrl),
  getNestedReadOnly: listNestedReadOnly,
  removeSecrets: withoutPasswords,
});
