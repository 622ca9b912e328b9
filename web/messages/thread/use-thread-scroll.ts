import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#contract';
import { createScrollPosition, type ScrollPosition } from './scroll-position.ts';
import { findNewMessages, findStartIndex } from './start-position.ts';

/** Returns the element id and URL hash of a message. */
export const getMessageAnchor = (messageId: string): string => `message-${messageId}`;

/** Returns the id of the message that contains the focus, or null. */
export const getFocusedMessageId = (): string | null =>
  document.activeElement?.closest('article')?.id.replace(getMessageAnchor(''), '') ?? null;

type ThreadScrollOptions = {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** Undefined until loaded. */
  messages: readonly Message[] | undefined;
  /** Id of the signed-in person, whose own new messages are scrolled into view. */
  personId: string;
  /** A value that changes with the content of the list other than its messages. */
  otherContent: unknown;
  /** Whether the URL links to a message. The thread then does not scroll to its start message. */
  hasLinkedMessage: boolean;
};

/**
 * Opens a thread at its start message. Preserves the scroll position while the thread changes. Returns the new messages
 * below the view, a function that scrolls to them, and the last received messages.
 */
export function useThreadScroll(options: ThreadScrollOptions) {
  const { scroller, list, messages, personId, otherContent, hasLinkedMessage } = options;
  const position = useRef<ScrollPosition>(undefined);
  const knownIds = useRef<ReadonlySet<string>>(undefined);
  const [unseen, setUnseen] = useState<readonly Message[]>([]);
  const [arrived, setArrived] = useState<readonly Message[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with `otherContent`
  useLayoutEffect(() => {
    if (!scroller.current || !messages) return;
    position.current ??= createScrollPosition(scroller.current, () => list.current);
    const newMessages = knownIds.current && findNewMessages(messages, knownIds.current);
    knownIds.current = new Set(messages.map(({ id }) => id));
    const [first] = newMessages ?? [];
    if (!newMessages) {
      const start = messages[findStartIndex(messages)];
      if (!hasLinkedMessage && start) show(position.current, start);
      else position.current.remember();
      return;
    }
    const isOwn = ({ author_id: author, direction }: Message) => author === personId && direction === 'out';
    const own = newMessages.findLast(isOwn);
    const otherMessages = newMessages.filter(message => !isOwn(message));
    if (own) show(position.current, own);
    else if (first && position.current.isAtEnd()) show(position.current, first);
    else position.current.restore();
    if (otherMessages.length > 0) setArrived(otherMessages);
    if (otherMessages.length > 0 && !own && !position.current.isAtEnd())
      setUnseen(before => [...before, ...otherMessages]);
  }, [messages, otherContent]);

  useEffect(() => {
    const [view, items] = [scroller.current, list.current];
    if (!view || !items) return undefined;
    const updateUnseen = (): void => {
      position.current?.remember();
      setUnseen(waiting => (waiting.length > 0 && isInView(view, waiting[0]) ? [] : waiting));
    };
    const sizes = new ResizeObserver(entries => {
      if (entries.some(({ target }) => target === view)) position.current?.restore();
      else position.current?.restoreItem();
    });
    view.addEventListener('scroll', updateUnseen, { passive: true });
    sizes.observe(view);
    sizes.observe(items);
    return () => {
      view.removeEventListener('scroll', updateUnseen);
      sizes.disconnect();
    };
  }, [scroller, list]);

  const showUnseen = (): void => {
    const [first] = unseen;
    if (first && position.current) show(position.current, first);
    if (first) document.getElementById(getMessageAnchor(first.id))?.focus({ preventScroll: true });
    setUnseen([]);
  };
  return { unseen, arrived, showUnseen };
}

function show(position: ScrollPosition, { id }: Message): void {
  const item = document.getElementById(getMessageAnchor(id))?.closest('li');
  if (item) position.show(item);
}

function isInView(view: Element, message: Message | undefined): boolean {
  const element = message && document.getElementById(getMessageAnchor(message.id));
  return !element || element.getBoundingClientRect().top < view.getBoundingClientRect().bottom - 24;
}
