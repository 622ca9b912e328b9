import { isDeepStrictEqual } from 'node:util';
import { type FieldError, type MessageDraft, maxRecipients } from '#contract';
import { recipientRoles } from '#contract/enums';
import { isMarkedDeleted } from '../database/tombstones.ts';
import type { Versioned } from '../http/conditional.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { ParentResource, Resource } from '../http/route.ts';
import { getMessageCacheKey, type MessageRow, messageDraft, toMessage } from './representation.ts';
import type { MessageStore } from './store.ts';
import type { ParentTicket } from './thread.ts';

/** The dependencies of the message routes; `ticket` describes the parent resource. */
export type MessageDependencies<Ticket extends ParentTicket & Versioned> = {
  messages: MessageStore<Ticket>;
  ticket: ParentResource<Ticket>;
  apiPublicUrl: string;
};

/** Describes messages to the request pipeline. */
export const messageResource = <Ticket extends ParentTicket & Versioned>({
  messages,
  ticket,
  apiPublicUrl,
}: MessageDependencies<Ticket>): Resource<MessageRow, MessageDraft> => ({
  name: 'message',
  parameter: 'message_id',
  async find(queries, pathParameters, caller) {
    const found = await findOrThrow(ticket, queries, pathParameters, caller);
    return messages.find(queries, found, pathParameters['message_id'] ?? '');
  },
  isDeleted: (queries, { ticket_id, message_id }) => isMarkedDeleted(queries, 'message', `${ticket_id}/${message_id}`),
  toDraft: messageDraft,
  async addDefaults(writes, row, draft) {
    const complete = await messages.addDefaults(writes, row, draft);
    const errors = [
      ...findRecipientErrors(complete),
      ...((await messages.isMailChangeable(writes, row)) ? [] : findLateChanges(row, complete)),
    ];
    requireNoErrors(errors);
    return complete;
  },
  validateReferences: async (_queries, draft, { clock }) => [
    ...findRecipientErrors(draft),
    ...findTimeErrors(draft, clock()),
  ],
  toRepresentation: toMessage(apiPublicUrl),
  getCacheKey: getMessageCacheKey,
});

/** The limit counts all members together, which a schema cannot. */
const findRecipientErrors = (draft: Partial<MessageDraft>): FieldError[] => {
  const count = recipientRoles.reduce((sum, role) => sum + (draft[role]?.length ?? 0), 0);
  if (count <= maxRecipients) return [];
  return [fieldError('to', 'too_long', `has more than ${maxRecipients} recipients together with cc and bcc`)];
};

const yearMilliseconds = 366 * 86_400_000;

const findTimeErrors = ({ send_after }: Partial<MessageDraft>, now: number): FieldError[] =>
  send_after && Date.parse(send_after) > now + yearMilliseconds
    ? [fieldError('send_after', 'out_of_range', 'is more than a year ahead')]
    : [];

/** The recipients and the send time of a sent mail cannot change. */
const findLateChanges = (row: MessageRow, draft: MessageDraft): FieldError[] => {
  const stored = messageDraft(row);
  return [...recipientRoles, 'send_after' as const]
    .filter(member => !isDeepStrictEqual(stored[member], draft[member]))
    .map(member => fieldError(member, 'not_allowed', 'cannot change, because the message was sent'));
};
