import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract';
import { unreadOf } from '../../unread.ts';
import { endOfThread, pageOfMessages, thread } from '../queries.ts';

/** So many are shown at once, the newest; the others follow as fast as the page bears it. */
const atFirst = 30;

/**
 * The messages of a ticket, undefined until there are any to show. Of a long thread the end comes first.
 *
 * @param wantsAll whether it must be on the page from its beginning at once
 */
export function useMessages({ id, messages_count: count }: Ticket, wantsAll: boolean) {
  const reading = useQuery(thread(id));
  const { data: whole } = reading;
  const { data: end } = useQuery({ ...endOfThread(id), enabled: count > pageOfMessages && !whole });
  const [all, setAll] = useState(wantsAll);
  const messages = whole ?? end;

  const canShow = messages !== undefined;
  useEffect(() => {
    if (canShow) startTransition(() => setAll(true));
  }, [canShow]);
  useEffect(() => {
    const showAll = (): void => flushSync(() => setAll(true));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);

  const first = all || !messages ? 0 : Math.max(0, messages.length - atFirst);
  return {
    messages,
    /** The index of the first that is shown. */
    first,
    /** Whether all have been read, and whether all are shown. */
    isWhole: whole !== undefined,
    isComplete: whole !== undefined && first === 0,
    failure: messages ? null : unreadOf(reading),
  };
}
