import { useQueryClient } from '@tanstack/react-query';
import type { MessageType } from '#contract/vocabulary';
import { usePerson } from '../../session/person.ts';
import { findMessage, keepMessage, type MessageDraft, messagePlace, useMessageDraft } from '../drafts.ts';
import { markSeen, newsAmong, seenUntil } from '../news.ts';
import { useSend } from '../outbox/send.ts';
import { thread } from '../queries.ts';
import { blanksLeft, blanksOf } from './blanks.ts';
import { discardMessage } from './discard.ts';
import { excessOf } from './length.ts';

/** Result of Send: sent, confirmation required, or nothing to send. */
type Outcome = 'sent' | 'asked' | 'nothing';

/** A draft and its actions. */
export type Written = {
  draft: MessageDraft;
  /** Number of characters over the limit. */
  excess: number;
  isSendable: boolean;
  /** Its unfilled gist placeholders. */
  blanks: readonly string[];
  change: (text: string) => void;
  /** Records the placeholders of an inserted text. */
  noteBlanks: (inserted: string) => void;
  send: (options: { closes: boolean }) => Outcome;
  /** Dismisses the reason why it was not sent; new messages count as seen. */
  keepWriting: () => void;
  discard: () => void;
};

/** Returns a person's draft for a ticket with its actions. */
export function useWritten(ticketId: string, type: MessageType): Written {
  const { id: personId } = usePerson();
  const place = messagePlace(personId, ticketId, type);
  const draft = useMessageDraft(place);
  const client = useQueryClient();
  const sendOut = useSend(ticketId);
  const excess = excessOf(draft.text);
  const isSendable = draft.text.trim() !== '' && excess === 0;
  const blanks = blanksLeft(draft);
  const getMessages = () => client.getQueryData(thread(ticketId).queryKey) ?? [];

  function send({ closes }: { closes: boolean }): Outcome {
    if (!isSendable) return 'nothing';
    const { returned } = draft;
    const isShown = returned?.why === 'news';
    const wasToClose = returned !== null && returned.why !== 'refused' && returned.closes;
    if (type === 'reply' && !isShown && returned?.why !== 'blanks' && blanks.length > 0) {
      keepMessage(place, { ...draft, returned: { why: 'blanks', closes } });
      return 'asked';
    }
    const since = seenUntil(ticketId);
    if (type === 'reply' && !isShown && newsAmong(getMessages(), since, personId).length > 0) {
      keepMessage(place, { ...draft, returned: { why: 'news', seenUntil: since, closes: closes || wasToClose } });
      return 'asked';
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

  function keepWriting(): void {
    if (draft.returned?.why === 'news') markSeen(ticketId, getMessages());
    keepMessage(place, { ...draft, returned: null });
  }

  /** Typing dismisses the question about placeholders. */
  const change = (text: string): void =>
    keepMessage(place, {
      text,
      returned: draft.returned?.why === 'blanks' ? null : draft.returned,
      blanks: draft.blanks,
    });
  function noteBlanks(inserted: string): void {
    const latest = findMessage(place);
    keepMessage(place, { ...latest, blanks: [...new Set([...latest.blanks, ...blanksOf(inserted)])] });
  }
  const discard = (): void => discardMessage(personId, ticketId, type);
  return { draft, excess, isSendable, blanks, change, noteBlanks, send, keepWriting, discard };
}
