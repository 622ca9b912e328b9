import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Message } from '#contract';
import { markSeen } from '../unseen-messages.ts';

const seenMilliseconds = 2000;

/**
 * Marks a thread's messages as seen when it opens. Marks later messages after the thread's end was in view for two
 * seconds in a focused window.
 */
export function ThreadEnd({ ticketId, messages }: { ticketId: string; messages: readonly Message[] | undefined }) {
  const end = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);
  // Runs before the next key press, which may send a reply.
  useLayoutEffect(() => {
    if (!messages || isOpened.current) return;
    isOpened.current = true;
    markSeen(ticketId, messages);
  }, [ticketId, messages]);
  useEffect(() => {
    if (!messages || !end.current) return;
    let timer = 0;
    let isInView = false;
    const restartTimer = (): void => {
      clearTimeout(timer);
      if (isInView && document.hasFocus()) {
        timer = window.setTimeout(() => markSeen(ticketId, messages), seenMilliseconds);
      }
    };
    const observer = new IntersectionObserver(entries => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      restartTimer();
    });
    observer.observe(end.current);
    addEventListener('focus', restartTimer);
    addEventListener('blur', restartTimer);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focus', restartTimer);
      removeEventListener('blur', restartTimer);
    };
  }, [ticketId, messages]);
  return <div ref={end} aria-hidden="true" />;
}
