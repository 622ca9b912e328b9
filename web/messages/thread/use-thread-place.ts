import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#contract';
import { newerThan, placeToStart } from './place.ts';
import { createScrollPlace, type ScrollPlace } from './scroll-place.ts';

/** Where a message is on the page, and in the address. */
export const anchorOf = (messageId: string): string => `message-${messageId}`;

type ThreadPlaceOptions = {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  /** Undefined until they are read. */
  messages: readonly Message[] | undefined;
  /** Whose messages are brought into view when they appear. */
  personId: string;
  /** Changes with everything else that stands in the list. */
  rest: unknown;
  /** The address leads to a certain message: then that is where it opens. */
  isLed: boolean;
};

/**
 * Opens a thread where one goes on reading, and keeps the place while it changes. Answers the messages that arrived while
 * one was reading further up, until they have been in view, and the way to them; and those that arrived last.
 */
export function useThreadPlace({ scroller, list, messages, personId, rest, isLed }: ThreadPlaceOptions) {
  const place = useRef<ScrollPlace>(undefined);
  const known = useRef<ReadonlySet<string>>(undefined);
  const [unseen, setUnseen] = useState<readonly Message[]>([]);
  const [arrived, setArrived] = useState<readonly Message[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the list that changes with the rest
  useLayoutEffect(() => {
    if (!scroller.current || !messages) return;
    place.current ??= createScrollPlace(scroller.current, () => list.current);
    const news = known.current && newerThan(messages, known.current);
    known.current = new Set(messages.map(({ id }) => id));
    const [first] = news ?? [];
    if (!news) {
      const start = messages[placeToStart(messages)];
      if (!isLed && start) show(place.current, start);
      else place.current.remember();
      return;
    }
    const mine = news.findLast(({ author_id: author, direction }) => author === personId && direction === 'out');
    const others = news.filter(message => message !== mine);
    if (mine) show(place.current, mine);
    else if (first && place.current.isAtEnd()) show(place.current, first);
    else place.current.restore();
    if (others.length > 0) setArrived(others);
    if (others.length > 0 && !mine && !place.current.isAtEnd()) setUnseen(before => [...before, ...others]);
  }, [messages, rest]);

  useEffect(() => {
    const [view, items] = [scroller.current, list.current];
    if (!view || !items) return undefined;
    const look = (): void => {
      place.current?.remember();
      setUnseen(waiting => (waiting.length > 0 && isInView(view, waiting[0]) ? [] : waiting));
    };
    const sizes = new ResizeObserver(entries => {
      if (entries.some(({ target }) => target === view)) place.current?.restore();
      else place.current?.hold();
    });
    view.addEventListener('scroll', look, { passive: true });
    sizes.observe(view);
    sizes.observe(items);
    return () => {
      view.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroller, list]);

  const showUnseen = (): void => {
    const [first] = unseen;
    if (first && place.current) show(place.current, first);
    if (first) document.getElementById(anchorOf(first.id))?.focus({ preventScroll: true });
    setUnseen([]);
  };
  return { unseen, arrived, showUnseen };
}

function show(place: ScrollPlace, { id }: Message): void {
  const item = document.getElementById(anchorOf(id))?.closest('li');
  if (item) place.show(item);
}

function isInView(view: Element, message: Message | undefined): boolean {
  const element = message && document.getElementById(anchorOf(message.id));
  return !element || element.getBoundingClientRect().top < view.getBoundingClientRect().bottom - 24;
}
