import type { MessageDraft } from '#contract';
import { isMarkedDeleted } from '../database/tombstones.ts';
import type { Versioned } from '../http/conditional.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { Resource } from '../http/route.ts';
import { getMessageCacheKey, type MessageRow, messageDraft, toMessage } from './representation.ts';
import type { MessageStore } from './store.ts';
import type { ParentTicket } from './thread.ts';

/** The dependencies of the message routes; `ticket` describes the parent resource. */
export type MessageDependencies<Ticket extends ParentTicket & Versioned> = {
  messages: MessageStore<Ticket>;
  ticket: Pick<Resource<Ticket, object>, 'name' | 'parameter' | 'find' | 'isDeleted'>;
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
  addDefaults: messages.addDefaults,
  toRepresentation: toMessage(apiPublicUrl),
  getCacheKey: getMessageCacheKey,
});
