import { type MessageType, messageTypes } from '#contract/enums';
import { type DraftFile, mergeFiles, noFiles, parseDraftFiles } from '../files/draft-file.ts';
import { type DraftKey, getDraft, hasDrafts, persistDraft, useDraft, useDrafts } from '../storage/drafts.ts';
import { isRecord } from '../storage/is-record.ts';
import {
  mergeRecipients,
  parseRecipients,
  parseTypedRecipient,
  type Recipients,
  type TypedRecipient,
} from './mail/addresses.ts';

/** Why a sent message was returned to its draft. `closes`: its author wanted to close the ticket with the message. */
export type ReturnReason = { closes: boolean } & (
  | /** Other people wrote after `seenUntil`. */ { why: 'new-messages'; seenUntil: string }
  | /** An attempt to send the message got no response. */ { why: 'unknown-outcome' }
  | { why: 'rejected'; reason: string; requestId: string | null }
);

/** Why a message was not sent. It was returned, or it contains unfilled placeholders of a gist. */
export type NotSentReason = ReturnReason | { why: 'placeholders'; closes: boolean };

/** An unsent message. `changedAt`: time of the last change, in milliseconds since 1970. */
export type ComposerDraft = {
  text: string;
  files: readonly DraftFile[];
  /** Null until the author changes the recipients. */
  recipients: Recipients | null;
  typedRecipient: TypedRecipient | null;
  /** Key, send time and mentioned people of an earlier attempt whose outcome is unknown. */
  idempotencyKey: string | null;
  sendAfter: string | null;
  mentions: readonly string[] | null;
  returned: NotSentReason | null;
  /** Placeholders of the inserted gists: `{name}`. */
  placeholders: readonly string[];
  changedAt: number;
};

type DraftContent = Pick<ComposerDraft, 'text' | 'files' | 'recipients' | 'typedRecipient' | 'placeholders'>;

const emptyDraft: ComposerDraft = {
  text: '',
  files: noFiles,
  recipients: null,
  typedRecipient: null,
  idempotencyKey: null,
  sendAfter: null,
  mentions: null,
  returned: null,
  placeholders: [],
  changedAt: 0,
};

/** Returns the storage path of a reply or a note. */
export const getMessageDraftPath = (ticketId: string, type: MessageType): string => `tickets/${ticketId}/${type}`;

/** Storage path prefix of the messages in the outbox. */
export const outboxPath = 'outbox/';

const draftsPath = 'tickets/';

/**
 * Returns whether a person has messages in the outbox, or drafts. Drafts count, so that the code that sends a message
 * is loaded while the author writes: the author may leave the page right after "Send".
 */
export const needsDelivery = (personId: string): boolean =>
  hasDrafts(personId, outboxPath) || hasDrafts(personId, draftsPath);

/** Returns the storage key of a person's reply or note for a ticket. Reply and note are separate drafts. */
export const getMessageDraftKey = (personId: string, ticketId: string, type: MessageType): DraftKey => ({
  personId,
  path: getMessageDraftPath(ticketId, type),
});

/** Stores a message draft; removes a draft without text, files and recipients. */
export const storeMessageDraft = (draftKey: DraftKey, draft: Partial<ComposerDraft>): void =>
  persistDraft(
    draftKey,
    isEmptyDraft({ ...emptyDraft, ...draft }) ? null : { ...emptyDraft, changedAt: Date.now(), ...draft },
  );

/** Returns whether a draft has no text, no files and no changed recipients. */
export const isEmptyDraft = ({ recipients, typedRecipient, ...draft }: ComposerDraft): boolean =>
  !hasContent(draft) && recipients === null && typedRecipient === null;

/** Returns whether a draft has text or files. */
export const hasContent = ({ text, files }: Pick<ComposerDraft, 'text' | 'files'>): boolean =>
  text !== '' || files.length > 0;

/** Clears the fields of an earlier attempt. */
const newMessage = { idempotencyKey: null, sendAfter: null, mentions: null };

/** Changes a message draft. The result is a new message, which no earlier attempt has sent. */
export function changeMessageDraft(draftKey: DraftKey, change: (draft: ComposerDraft) => Partial<DraftContent>): void {
  const draft = getMessageDraft(draftKey);
  storeMessageDraft(draftKey, { ...draft, ...newMessage, changedAt: Date.now(), ...change(draft) });
}

/** Returns the stored message draft; by default an empty draft. */
export const getMessageDraft = (draftKey: DraftKey): ComposerDraft =>
  getDraft(draftKey, parseMessageDraft) ?? emptyDraft;

/** Subscribes to a message draft; empty by default. */
export const useMessageDraft = (draftKey: DraftKey): ComposerDraft =>
  useDraft(draftKey, parseMessageDraft) ?? emptyDraft;

/** An unsent message of a ticket. */
export type StoredMessageDraft = { ticketId: string; type: MessageType; draft: ComposerDraft };

const pathPattern = /^tickets\/([^/]+)\/(\w+)$/;

/** Returns all unsent messages of a person, last changed first. */
export function useAllMessageDrafts(personId: string): StoredMessageDraft[] {
  const drafts = useDrafts(personId, draftsPath, parseMessageDraft);
  return drafts
    .flatMap(([path, draft]): StoredMessageDraft[] => {
      const [, id = '', typeName] = pathPattern.exec(path) ?? [];
      const type = messageTypes.find(each => each === typeName);
      return type && !isEmptyDraft(draft) ? [{ ticketId: id, type, draft }] : [];
    })
    .toSorted((a, b) => b.draft.changedAt - a.draft.changedAt);
}

/** Puts returned text in front of the text typed since. */
export const prependReturnedText = (returned: string, typed: string): string =>
  typed.trim() === '' ? returned : `${returned.trimEnd()}\n\n${typed}`;

/**
 * Adds what the author typed in the meantime to a returned or restored draft. The result is a new message, unless only
 * white space was typed.
 */
export const mergeTyped = <Draft extends DraftContent>(returned: Draft, typed: ComposerDraft): Draft => ({
  ...returned,
  text: prependReturnedText(returned.text, typed.text),
  files: mergeFiles(returned.files, typed.files),
  recipients: mergeRecipients(returned.recipients, typed.recipients),
  typedRecipient: typed.typedRecipient ?? returned.typedRecipient,
  placeholders: [...new Set([...returned.placeholders, ...typed.placeholders])],
  ...(!isEmptyDraft({ ...typed, text: typed.text.trim() }) && newMessage),
});

/**
 * Parses a stored draft; null if it is invalid. Earlier versions stored the placeholders as `blanks`, the time of the
 * last change as `keptAt`, and the reasons as `news`, `blanks` and `refused`.
 */
export function parseMessageDraft(stored: unknown): ComposerDraft | null {
  if (!isRecord(stored)) return null;
  const {
    text,
    files,
    recipients,
    typedRecipient,
    idempotencyKey,
    sendAfter,
    mentions,
    returned,
    blanks,
    placeholders = blanks,
    keptAt,
    changedAt = keptAt,
  } = stored;
  if (typeof text !== 'string') return null;
  return {
    text,
    files: parseDraftFiles(files),
    recipients: parseRecipients(recipients),
    typedRecipient: parseTypedRecipient(typedRecipient),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    sendAfter: typeof sendAfter === 'string' ? sendAfter : null,
    mentions: parseMentions(mentions),
    returned: parseReturned(returned),
    placeholders: Array.isArray(placeholders) ? placeholders.filter(each => typeof each === 'string') : [],
    changedAt: typeof changedAt === 'number' ? changedAt : 0,
  };
}

/** Parses the stored ids of the people whom a note mentions. Null if the ids are missing. */
export const parseMentions = (stored: unknown): string[] | null => (Array.isArray(stored) ? stored.map(String) : null);

function parseReturned(stored: unknown): NotSentReason | null {
  if (!isRecord(stored) || !('why' in stored)) return null;
  const { why, seenUntil, reason, requestId } = stored;
  const closes = stored['closes'] === true;
  if (why === 'new-messages' || why === 'news') {
    return { why: 'new-messages', seenUntil: String(seenUntil ?? ''), closes };
  }
  if (why === 'unknown-outcome') return { why, closes };
  if (why === 'placeholders' || why === 'blanks') return { why: 'placeholders', closes };
  return {
    why: 'rejected',
    reason: String(reason ?? ''),
    requestId: typeof requestId === 'string' ? requestId : null,
    closes,
  };
}
