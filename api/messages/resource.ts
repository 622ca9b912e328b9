import { isDeepStrictEqual } from 'node:util';
import { type FieldError, type MessageDraft, maxRecipients } from '#contract';
import { recipientRoles } from '#contract/enums';
import { type AttachmentRow, findUsableFiles } from '../database/attachments.ts';
import type { Queries } from '../database/database.ts';
import { formatSize } from '../database/format-size.ts';
import { readSettings } from '../database/settings.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import type { Versioned } from '../http/conditional.ts';
import { fieldError, requireNoErrors } from '../http/errors.ts';
import { findOrThrow } from '../http/find-resource.ts';
import type { ParentResource, Resource } from '../http/route.ts';
import { createFileErrors } from './file-errors.ts';
import { findMentionErrors, findMisplacedMentions } from './mentions.ts';
import { getMessageCacheKey, type MessageRow, messageDraft, toMessage } from './representation.ts';
import type { MailMember, MessageStore } from './store.ts';
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
      ...findMisplacedMentions(complete),
      ...findLateChanges(row, complete, await messages.findFixedMembers(writes, row)),
    ];
    requireNoErrors(errors);
    return complete;
  },
  async validateReferences(queries, draft, { clock, caller, pathParameters }) {
    const message = { ticketId: pathParameters['ticket_id'], messageId: pathParameters['message_id'] };
    return [
      ...findRecipientErrors(draft),
      ...findTimeErrors(draft, clock()),
      ...(await findFileErrors(queries, draft, caller.person.id, message)),
      ...findMisplacedMentions(draft),
      ...(await findMentionErrors(queries, draft, message)),
    ];
  },
  toRepresentation: toMessage(apiPublicUrl),
  getCacheKey: getMessageCacheKey,
});

/** Checks the number of recipients in `to`, `cc` and `bcc` together, which a schema cannot limit. */
const findRecipientErrors = (draft: Partial<MessageDraft>): FieldError[] => {
  const count = recipientRoles.reduce((sum, role) => sum + (draft[role]?.length ?? 0), 0);
  if (count <= maxRecipients) return [];
  return [fieldError('to', 'too_long', `has more than ${maxRecipients} recipients together with cc and bcc`)];
};

/** Finds exceeded limits, and files that the person may not attach to this message. */
const findFileErrors = async (
  queries: Queries,
  { attachment_ids: ids = [] }: Partial<MessageDraft>,
  personId: string,
  message: { ticketId: string | undefined; messageId: string | undefined },
): Promise<FieldError[]> => {
  if (ids.length === 0) return [];
  const files = await findUsableFiles(queries, ids, personId, message);
  const unusable = ids.filter(id => !files.some(file => file.id === id));
  const deleted: string[] = [];
  for (const id of unusable) if (await isMarkedDeleted(queries, 'attachment', id)) deleted.push(id);
  return [...createFileErrors(ids, unusable, deleted), ...(await findExcess(queries, files))];
};

/** Finds exceeded limits. A message may keep its files even if they exceed a limit that was lowered later. */
const findExcess = async (queries: Queries, files: readonly AttachmentRow[]): Promise<FieldError[]> => {
  if (files.every(({ message_id }) => message_id !== null)) return [];
  const { max_message_bytes: maxBytes, max_message_files: maxFiles } = (await readSettings(queries)).limits;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const errors: FieldError[] = [];
  if (files.length > maxFiles)
    errors.push(fieldError('attachment_ids', 'too_long', `has ${files.length} files; the limit is ${maxFiles}`));
  if (size > maxBytes)
    errors.push(
      fieldError(
        'attachment_ids',
        'out_of_range',
        `are ${formatSize(size)} together, and the limit is ${formatSize(maxBytes)}`,
      ),
    );
  return errors;
};

const yearMilliseconds = 366 * 86_400_000;

const findTimeErrors = ({ send_after }: Partial<MessageDraft>, now: number): FieldError[] =>
  send_after && Date.parse(send_after) > now + yearMilliseconds
    ? [fieldError('send_after', 'out_of_range', 'is more than a year ahead')]
    : [];

/** Finds changes of members that are fixed in the current state of the mail. */
const findLateChanges = (row: MessageRow, draft: MessageDraft, fixed: readonly MailMember[]): FieldError[] => {
  const stored = messageDraft(row);
  return fixed
    .filter(member => !isDeepStrictEqual(stored[member], draft[member]))
    .map(member =>
      fieldError(
        member,
        'not_allowed',
        'cannot change, because the mail waits for a person, is queued, was sent or was cancelled',
      ),
    );
};
