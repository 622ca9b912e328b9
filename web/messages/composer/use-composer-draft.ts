import { useQueryClient } from '@tanstack/react-query';
import type { MessageType } from '#contract/enums';
import { usePerson } from '../../session/person.ts';
import { getMessageDraft, getMessageDraftKey, storeMessageDraft, useMessageDraft } from '../message-draft.ts';
import { useSendMessage } from '../outbox/use-send-message.ts';
import { threadQuery } from '../queries.ts';
import { filterUnseen, getSeenUntil, markSeen } from '../unseen-messages.ts';
import { discardMessageDraft } from './discard-message-draft.ts';
import { countExcessCharacters } from './message-length.ts';
import { findPlaceholders, findUnfilledPlaceholders } from './unfilled-placeholders.ts';

/** Result of Send: sent, confirmation required, or no sendable text. */
type Outcome = 'sent' | 'unconfirmed' | 'nothing';

/** Returns a person's draft for a ticket with its actions. */
export function useComposerDraft(ticketId: string, type: MessageType) {
  const { id: personId } = usePerson();
  const draftKey = getMessageDraftKey(personId, ticketId, type);
  const draft = useMessageDraft(draftKey);
  const client = useQueryClient();
  const sendOut = useSendMessage(ticketId);
  /** Number of characters over the limit. */
  const excess = countExcessCharacters(draft.text);
  const isSendable = draft.text.trim() !== '' && excess === 0;
  /** The unfilled placeholders of inserted gists. */
  const placeholders = findUnfilledPlaceholders(draft);
  const getMessages = () => client.getQueryData(threadQuery(ticketId).queryKey) ?? [];

  function send({ closes }: { closes: boolean }): Outcome {
    if (!isSendable) return 'nothing';
    const { returned } = draft;
    const isShown = returned?.why === 'new-messages';
    const wasToClose = returned !== null && 'closes' in returned && returned.closes;
    if (type === 'reply' && !isShown && returned?.why !== 'placeholders' && placeholders.length > 0) {
      storeMessageDraft(draftKey, { ...draft, returned: { why: 'placeholders', closes } });
      return 'unconfirmed';
    }
    const since = getSeenUntil(ticketId);
    if (type === 'reply' && !isShown && filterUnseen(getMessages(), since, personId).length > 0) {
      storeMessageDraft(draftKey, {
        ...draft,
        returned: { why: 'new-messages', seenUntil: since, closes: closes || wasToClose },
      });
      return 'unconfirmed';
    }
    if (isShown) markSeen(ticketId, getMessages());
    sendOut({
      type,
      body: draft.text,
      closes: closes || wasToClose,
      idempotencyKey: draft.idempotencyKey,
    });
    return 'sent';
  }

  /** Dismisses the reason why the message was not sent; new messages count as seen. */
  function keepWriting(): void {
    if (draft.returned?.why === 'new-messages') markSeen(ticketId, getMessages());
    storeMessageDraft(draftKey, { ...draft, returned: null });
  }

  /** Typing dismisses the question about placeholders. */
  const change = (text: string): void =>
    storeMessageDraft(draftKey, {
      text,
      returned: draft.returned?.why === 'placeholders' ? null : draft.returned,
      placeholders: draft.placeholders,
    });
  function recordPlaceholders(inserted: string): void {
    const latest = getMessageDraft(draftKey);
    const placeholders = [...new Set([...latest.placeholders, ...findPlaceholders(inserted)])];
    storeMessageDraft(draftKey, { ...latest, placeholders });
  }
  const discard = (): void => discardMessageDraft(personId, ticketId, type);
  return { draft, excess, isSendable, placeholders, change, recordPlaceholders, send, keepWriting, discard };
}
