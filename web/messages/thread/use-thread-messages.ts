import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { getLoadError } from '../../api-client/load-error.ts';
import { threadQuery } from '../queries.ts';

/** Number of the newest messages in the first render; older messages follow in a transition. */
const initialCount = 30;

/**
 * Loads the messages of a ticket; undefined until available.
 *
 * @param wantsAll whether to render all messages immediately
 */
export function useThreadMessages(ticketId: string, wantsAll: boolean) {
  const result = useQuery(threadQuery(ticketId));
  const { data: messages } = result;
  const [all, setAll] = useState(wantsAll);

  const canShow = messages !== undefined;
  useEffect(() => {
    if (canShow) startTransition(() => setAll(true));
  }, [canShow]);
  useEffect(() => {
    const showAll = (): void => flushSync(() => setAll(true));
    addEventListener('beforeprint', showAll);
    return () => removeEventListener('beforeprint', showAll);
  }, []);

  const first = all || !messages ? 0 : Math.max(0, messages.length - initialCount);
  return {
    messages,
    /** Index of the first rendered message. */
    first,
    /** Whether the thread is rendered from its first message. */
    isComplete: canShow && first === 0,
    failure: getLoadError(result),
  };
}
