import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract';
import type { MessageType } from '#contract/enums';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { useAction } from '../../keyboard/use-action.ts';
import { usePerson } from '../../session/person.ts';
import { getMessageDraft, getMessageDraftKey } from '../message-draft.ts';
import { threadQuery } from '../queries.ts';
import { getFocusedMessageId } from '../thread/use-thread-scroll.ts';
import { findMessageToForward } from './forward.ts';
import { useReturnedMessages } from './returned-messages.ts';
import { selectFirstPlaceholder } from './unfilled-placeholders.ts';
import { useComposerDraft } from './use-composer-draft.ts';

/** State, actions and focus handling of the composer. */
export function useComposer(ticket: Ticket) {
  const { id: ticketId } = ticket;
  const { id: personId } = usePerson();
  const [type, setType] = useState(() => getInitialType(personId, ticketId));
  const editor = useComposerDraft(ticket, type);
  const { draft } = editor;
  const composer = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const toField = useRef<HTMLInputElement>(null);
  const client = useQueryClient();

  const forward = (): void => {
    const messages = client.getQueryData(threadQuery(ticketId).queryKey) ?? [];
    const message = findMessageToForward(messages, getFocusedMessageId());
    if (!message) return;
    editor.forward(message);
    flushSync(() => setType('reply'));
    toField.current?.focus();
  };
  const write = (chosen: MessageType): void => {
    setType(chosen);
    field.current?.focus();
  };
  useAction('ticket.reply', () => write('reply'));
  useAction('ticket.note', () => write('note'));
  useAction('message.forward', editor.mail.mailbox ? forward : null);
  useReturnedMessages(ticketId, (returnedType, isRequested) => {
    const isTyping = document.activeElement === field.current;
    if (isTyping && !isRequested && returnedType !== type) return false;
    setType(returnedType);
    if (!isTyping || isRequested) requestAnimationFrame(() => (panel.current ?? field.current)?.focus());
    return true;
  });

  const { isDelayed, delay } = useDelayedSend(editor, type, options => {
    if (composer.current?.contains(document.activeElement)) send(options);
    else editor.send(options);
  });
  const send = (options: { closes: boolean }): void => {
    const result = editor.send(options);
    if (result === 'lacks-recipients') delay(options);
    if (editor.lacksText) field.current?.focus();
    // Leaves the field, so that single-key shortcuts work again.
    if (result === 'sent') composer.current?.focus();
    if (result === 'needs-confirmation') {
      requestAnimationFrame(() =>
        (panel.current?.querySelector<HTMLElement>('[data-first]') ?? panel.current)?.focus(),
      );
    }
  };
  const keepWriting = (): void => {
    const { placeholders } = editor;
    const hasPlaceholders = draft.returned?.why === 'placeholders';
    editor.keepWriting();
    if (hasPlaceholders && field.current) selectFirstPlaceholder(field.current, placeholders);
    else field.current?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.repeat) return;
    const closes = matchesAction('message.send.close', event);
    if (closes || matchesAction('message.send', event)) {
      event.preventDefault();
      send({ closes: closes && type === 'reply' });
    }
    if (matchesAction('field.leave', event) && draft.returned) {
      event.preventDefault();
      keepWriting();
    }
  };
  const discard = (): void => {
    editor.discard();
    field.current?.focus();
  };
  return {
    type,
    editor,
    isDelayed,
    refs: { composer, panel, field, toField },
    write,
    send,
    keepWriting,
    discard,
    handleKeyDown,
  };
}

/**
 * Sends a message once its recipients are loaded. Does not send if the author changes the message first, or if loading
 * fails. `delay` also loads the recipients again after a failure.
 */
function useDelayedSend(
  { draft: { text }, lacksRecipients, mail }: ReturnType<typeof useComposerDraft>,
  type: MessageType,
  send: (options: { closes: boolean }) => void,
) {
  const [delayed, setDelayed] = useState<{ text: string; type: MessageType; closes: boolean } | null>(null);
  const isDelayed = delayed !== null && delayed.text === text && delayed.type === type && mail.failure === null;
  useEffect(() => {
    if (delayed === null || (isDelayed && lacksRecipients)) return;
    setDelayed(null);
    if (isDelayed) send(delayed);
  });
  const delay = ({ closes }: { closes: boolean }): void => {
    mail.failure?.retry();
    setDelayed({ text, type, closes });
  };
  return { isDelayed, delay };
}

/** Returns the type of the last changed draft; reply by default. */
function getInitialType(personId: string, ticketId: string): MessageType {
  const getChangeTime = (type: MessageType): number =>
    getMessageDraft(getMessageDraftKey(personId, ticketId, type)).changedAt;
  return getChangeTime('note') > getChangeTime('reply') ? 'note' : 'reply';
}
