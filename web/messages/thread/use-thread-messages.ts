import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ticket } from '#contract';
import { getLoadError } from '../../api-client/load-error.ts';
import { messagesPerPage, threadEndQuery, threadQuery } from '../queries.ts';

/** Number of newest messages in the first render; older messages follow in a transition. */
const initialCount = 30;

/**
 * Loads the messages of a ticket. `messages` is undefined until some are loaded. The end of a long thread loads first.
 *
 * @param wantsAll whether to render all messages immediately
 */
export function useThreadMessages({ id, messages_count: count }: Ticket, wantsAll: boolean) {
  const result = useQuery(threadQuery(id));
  const { data: whole } = result;
  const { data: end } = useQuery({ ...threadEndQuery(id), enabled: count > messagesPerPage && !whole });
  const [showsAll, setShowsAll] = useState(wantsAll);
  const messages = whole ?? end;

  const canShow = messages !== undefined;
  useEffect(() => {
    if (canShow) startTransition(() => setShowsAll(true));
  }, [canShow]);
  useEffect(() => {
    const showAll = (): void => flushSync(() => setShowsAll(true));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);

  const first = showsAll || !messages ? 0 : Math.max(0, messages.length - initialCount);
  return {
    messages,
    /** Index of the first rendered message. */
    first,
    /** Whether all messages are loaded, and whether all are rendered. */
    isLoaded: whole !== undefined,
    isComplete: whole !== undefined && first === 0,
    /** Why the whole thread could not be loaded; its end may be loaded. */
    failure: getLoadError(result),
  };
}
