import type { Selectable } from 'kysely';
import type { Message, MessageDraft } from '#contract';
import { directions, messageFormats, messageTypes } from '#contract/enums';
import { type AttachedFile, parseAttachedFiles } from '../database/attachments.ts';
import { decodeEnum, encodeEnum, isoTime, isoTimeOrNull } from '../database/column-encoding.ts';
import { isInlinePicture } from '../database/is-inline-picture.ts';
import type { MessageTable } from '../database/schema.ts';

/** A stored message with the id of its ticket. */
export type MessageRow = Selectable<MessageTable> & { ticket_id: string };

/** Converts a stored message to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toMessage =
  (baseUrl: string) =>
  (row: MessageRow): Message => ({
    id: row.id,
    url: `${baseUrl}/v1/tickets/${row.ticket_id}/messages/${row.id}`,
    ...messageDraft(row),
    format: decodeEnum(messageFormats, row.format),
    folded_lines: row.folded_lines,
    automatic: row.automatic === 1,
    sender_known: row.sender_known === 1,
    sender_verified: row.sender_verified === null ? null : row.sender_verified === 1,
    mail_id: row.mail_id,
    attachments: parseAttachedFiles(row.attachments).map(toMessageFile(baseUrl)),
    ticket_id: row.ticket_id,
    author_id: row.author_id,
    delivery_id: row.delivery_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Converts a file of a message. Omits `scan`, which changes without a new version of the message. */
const toMessageFile =
  (baseUrl: string) =>
  (file: AttachedFile): Message['attachments'][number] => ({
    id: file.id,
    url: `${baseUrl}/v1/attachments/${file.id}`,
    name: file.name,
    size: file.size,
    sha256: file.sha256,
    type: file.type,
    declared_type: file.declared_type,
    width: file.width,
    height: file.height,
    inline: isInlinePicture(file),
  });

/** Returns a key that is unique to this version of a message. */
export const getMessageCacheKey = (row: MessageRow): string => `message/${row.ticket_id}/${row.id}/${row.version}`;

type Addressee = { name: string; email: string };

/** The addressees to whom a message is or was mailed. */
export type Recipients = { to: Addressee[]; cc: Addressee[]; bcc: Addressee[] };

const noRecipients: Recipients = { to: [], cc: [], bcc: [] };

/** Picks the writable fields of a stored message. */
export const messageDraft = (row: MessageRow) => ({
  body: row.body,
  type: decodeEnum(messageTypes, row.type),
  direction: decodeEnum(directions, row.direction),
  author_name: row.author_name,
  ...(row.recipients === null ? noRecipients : (JSON.parse(row.recipients) as Recipients)),
  send_after: isoTimeOrNull(row.send_after),
  attachment_ids: parseAttachedFiles(row.attachments).map(({ id }) => id),
  mentions: parseMentions(row.mentions),
});

/** Returns the people whom a stored message mentions. */
export const parseMentions = (mentions: string | null): string[] =>
  mentions === null ? [] : (JSON.parse(mentions) as string[]);

/** Converts the writable fields to columns. The store adds the author's name and the files. */
export const messageColumns = (draft: MessageDraft) => ({
  body: draft.body,
  type: encodeEnum(messageTypes, draft.type),
  direction: encodeEnum(directions, draft.direction),
  recipients: hasRecipients(draft) ? JSON.stringify(getRecipients(draft)) : null,
  send_after: getSendTime(draft),
  mentions: draft.mentions?.length ? JSON.stringify(draft.mentions) : null,
});

/** Returns when a draft is to be mailed, in milliseconds since 1970; 0 for immediately. */
const getSendTime = ({ send_after }: MessageDraft): number => Date.parse(send_after ?? '') || 0;

/** Returns the recipients of a draft; omitted recipients are empty. */
export const getRecipients = ({ to = [], cc = [], bcc = [] }: MessageDraft): Recipients => ({ to, cc, bcc });

/** When and to whom a reply is mailed. `sendAfter` is in milliseconds since 1970, 0 for immediately. */
export type MessageMail = { recipients: Recipients; sendAfter: number };

/** Returns when and to whom a draft is mailed. A time in the past means immediately. */
export const toMessageMail = (draft: MessageDraft, now: number): MessageMail => {
  const time = getSendTime(draft);
  return { recipients: getRecipients(draft), sendAfter: time > now ? time : 0 };
};

const hasRecipients = (draft: MessageDraft): boolean => {
  const { to, cc, bcc } = getRecipients(draft);
  return to.length + cc.length + bcc.length > 0;
};

/** Returns whether a draft is outgoing mail: an outgoing reply with recipients. */
export const isOutgoingMail = (draft: MessageDraft): boolean =>
  draft.type === 'reply' && draft.direction === 'out' && hasRecipients(draft);

/** Returns whether a draft is from the team and not from the customer. */
export const isFromTeam = ({ type, direction }: MessageDraft): boolean => type === 'note' || direction === 'out';

/** Returns the people whom a changed draft mentions for the first time. */
export const findNewMentions = (before: MessageDraft, { mentions = [] }: Partial<MessageDraft>): string[] =>
  mentions.filter(id => !before.mentions?.includes(id));

/** Returns the fields of a message as the change log shows them. Each recipient is one string; empty lists are null. */
export const toLoggedMessage = (draft: MessageDraft) => ({
  ...draft,
  attachment_ids: draft.attachment_ids?.length ? draft.attachment_ids : null,
  mentions: draft.mentions?.length ? draft.mentions : null,
  ...Object.fromEntries(
    Object.entries(getRecipients(draft)).map(([role, list]) => [
      role,
      list.length === 0 ? null : list.map(({ name, email }) => (name === '' ? email : `${name} <${email}>`)),
    ]),
  ),
});
