import { useQueryClient } from '@tanstack/react-query';
import type { Message, Ticket } from '#contract';
import type { MessageType, RecipientRole } from '#contract/enums';
import { type DraftFile, formatPicture, isPictureType, removePicture } from '../../files/draft-file.ts';
import { useDraftFiles } from '../../files/use-draft-files.ts';
import { usePerson } from '../../session/person.ts';
import {
  addTypedRecipient,
  getDistinctAddresses,
  hasRecipients,
  isEmailAddress,
  listRecipients,
  noRecipients,
  type Recipients,
  splitTypedAddresses,
  type TypedRecipient,
} from '../mail/addresses.ts';
import { useTicketMail } from '../mail/use-ticket-mail.ts';
import {
  changeMessageDraft,
  getMessageDraft,
  getMessageDraftKey,
  storeMessageDraft,
  useMessageDraft,
} from '../message-draft.ts';
import { useSendMessage } from '../outbox/use-send-message.ts';
import { threadQuery } from '../queries.ts';
import { filterUnseen, getSeenUntil, markSeen } from '../unseen-messages.ts';
import { discardMessageDraft } from './discard-message-draft.ts';
import { createForwardDraft } from './forward.ts';
import { countExcessCharacters } from './message-length.ts';
import { findPlaceholders, findUnfilledPlaceholders } from './unfilled-placeholders.ts';

/**
 * The result of Send. `needs-confirmation`: the composer shows the reason, and the author must send again.
 * `lacks-recipients`: the default recipients are not loaded yet.
 */
type SendResult = 'sent' | 'needs-confirmation' | 'lacks-recipients' | 'not-sendable';

/** Returns the person's draft for a ticket, its derived state, and its actions. */
export function useComposerDraft(ticket: Ticket, type: MessageType) {
  const { id: ticketId } = ticket;
  const { id: personId } = usePerson();
  const draftKey = getMessageDraftKey(personId, ticketId, type);
  const draft = useMessageDraft(draftKey);
  const client = useQueryClient();
  const sendMessage = useSendMessage(ticketId);
  /** Number of characters over the limit. */
  const excess = countExcessCharacters(draft.text);
  const mail = useTicketMail(ticket);
  const knownRecipients = draft.recipients ?? mail.defaults?.recipients;
  const recipients = knownRecipients ?? noRecipients;
  /** Whether a reply waits for its default recipients. */
  const lacksRecipients = type === 'reply' && knownRecipients === undefined;
  const isMailable = mail.mailbox !== null || mail.mailboxes === undefined || !hasRecipients(recipients);
  const hasValidRecipients = isMailable && listRecipients(recipients).every(({ email }) => isEmailAddress(email));
  const files = useDraftFiles(draft.files, update =>
    changeMessageDraft(draftKey, latest => ({ files: update(latest.files) })),
  );
  const isBlank = draft.text.trim() === '';
  /** Whether the draft has files but no text. Files cannot be sent without text. */
  const lacksText = isBlank && draft.files.length > 0;
  const isComplete = !isBlank && excess === 0 && !files.isBlocked;
  const isSendable = isComplete && (type === 'note' || lacksRecipients || hasValidRecipients);
  /** The unfilled placeholders of inserted gists. */
  const placeholders = findUnfilledPlaceholders(draft);
  const getMessages = () => client.getQueryData(threadQuery(ticketId).queryKey) ?? [];

  function send({ closes }: { closes: boolean }): SendResult {
    if (isSendable && lacksRecipients) return 'lacks-recipients';
    if (!isSendable || !completeTypedRecipient()) return 'not-sendable';
    const { returned } = draft;
    const areNewMessagesShown = returned?.why === 'new-messages';
    const isToClose = closes || returned?.closes === true;
    if (type === 'reply' && !areNewMessagesShown && returned?.why !== 'placeholders' && placeholders.length > 0) {
      storeMessageDraft(draftKey, { ...draft, returned: { why: 'placeholders', closes: isToClose } });
      return 'needs-confirmation';
    }
    const since = getSeenUntil(ticketId);
    if (type === 'reply' && !areNewMessagesShown && filterUnseen(getMessages(), since, personId).length > 0) {
      storeMessageDraft(draftKey, {
        ...draft,
        returned: { why: 'new-messages', seenUntil: since, closes: isToClose },
      });
      return 'needs-confirmation';
    }
    if (areNewMessagesShown) markSeen(ticketId, getMessages());
    const { idempotencyKey, sendAfter, mentions } = draft;
    sendMessage({
      type,
      body: draft.text,
      files: draft.files,
      recipients: type === 'note' ? null : addTypedRecipient(recipients, draft.typedRecipient),
      closes: isToClose,
      ...{ idempotencyKey, sendAfter, mentions },
    });
    return 'sent';
  }

  /** Converts the typed text of a recipient field to addresses. Returns whether all addresses are valid. */
  function completeTypedRecipient(): boolean {
    if (type === 'note' || draft.typedRecipient === null) return true;
    const complete = addTypedRecipient(recipients, draft.typedRecipient);
    changeRecipients(complete);
    return listRecipients(complete).every(({ email }) => isEmailAddress(email));
  }

  const changeRecipients = (changed: Recipients, typedRecipient: TypedRecipient | null = null): void =>
    changeMessageDraft(draftKey, () => ({ recipients: changed, typedRecipient }));
  const typeRecipient = (role: RecipientRole, text: string): void => {
    const { complete, rest } = splitTypedAddresses(text);
    const changed = { ...recipients, [role]: getDistinctAddresses([...recipients[role], ...complete]) };
    changeRecipients(changed, rest === '' ? null : { role, text: rest.trimStart() });
  };

  /** Quotes a message below the text of the reply, for new recipients. */
  function forward(message: Message): void {
    const replyKey = getMessageDraftKey(personId, ticketId, 'reply');
    storeMessageDraft(replyKey, createForwardDraft(getMessageDraft(replyKey), message));
  }

  /** Dismisses the reason why the message was not sent. New messages then count as seen. */
  function keepWriting(): void {
    if (draft.returned?.why === 'new-messages') markSeen(ticketId, getMessages());
    storeMessageDraft(draftKey, { ...draft, returned: null });
  }

  /**
   * Changes the text, and dismisses the question about placeholders. Removes the idempotency key, because no earlier
   * attempt has sent the new text.
   */
  const change = (text: string): void =>
    storeMessageDraft(draftKey, {
      text,
      files: getMessageDraft(draftKey).files,
      recipients: draft.recipients,
      typedRecipient: draft.typedRecipient,
      returned: draft.returned?.why === 'placeholders' ? null : draft.returned,
      placeholders: draft.placeholders,
    });
  function recordPlaceholders(inserted: string): void {
    const latest = getMessageDraft(draftKey);
    const placeholders = [...new Set([...latest.placeholders, ...findPlaceholders(inserted)])];
    storeMessageDraft(draftKey, { ...latest, placeholders });
  }
  /** Removes a file, and the pictures in the text that show it. */
  function removeFile(file: DraftFile): void {
    const { text } = getMessageDraft(draftKey);
    const shorter = removePicture(text, file);
    changeMessageDraft(draftKey, () => ({ text: shorter }));
    files.remove(file, () => changeMessageDraft(draftKey, latest => (latest.text === shorter ? { text } : {})));
  }
  /** Attaches pasted files. Returns the Markdown that shows the pictures among them. */
  const attachPasted = (pasted: readonly File[]): string =>
    files
      .attach(pasted)
      .filter(file => isPictureType(file.type))
      .map(formatPicture)
      .join('\n');
  const discard = (): void => discardMessageDraft(personId, ticketId, type);
  return {
    ...{ draft, excess, isSendable, lacksText, placeholders, change, recordPlaceholders, send, keepWriting, discard },
    ...{ files, removeFile, attachPasted },
    ...{ mail, recipients, lacksRecipients, changeRecipients, typeRecipient, completeTypedRecipient, forward },
  };
}
