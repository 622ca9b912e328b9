import { useEffect, useRef } from 'react';
import type { Message } from '#contract';
import { markSeen } from '../news.ts';

const lookMilliseconds = 2000;

/**
 * The end of a thread. Its messages count as seen when it is opened, and later once they were in view for a moment in a
 * window that somebody is at.
 */
export function ThreadEnd({ ticketId, messages }: { ticketId: string; messages: readonly Message[] | undefined }) {
  const end = useRef<HTMLDivElement>(null);
  const isOpened = useRef(false);
  useEffect(() => {
    if (!messages || !end.current) return;
    if (!isOpened.current) {
      isOpened.current = true;
      markSeen(ticketId, messages);
    }
    let timer = 0;
    let isInView = false;
    const look = (): void => {
      clearTimeout(timer);
      if (isInView && document.hasFocus()) {
        timer = window.setTimeout(() => markSeen(ticketId, messages), lookMilliseconds);
      }
    };
    const observer = new IntersectionObserver(entries => {
      isInView = entries.some(({ isIntersecting }) => isIntersecting);
      look();
    });
    observer.observe(end.current);
    addEventListener('focus', look);
    addEventListener('blur', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focus', look);
      removeEventListener('blur', look);
    };
  }, [ticketId, messages]);
  return <div ref={end} aria-hidden="true" />;
}
