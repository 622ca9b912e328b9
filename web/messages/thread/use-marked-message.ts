import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showWarning } from '../../notices/notices.ts';

const led = /^(?:message-[\w-]+|description)$/;

/** What in the thread the address leads to: `message-9`, `description`; null when it leads to no part of it. */
export const useLedTo = (): string | null => useLocation({ select: ({ hash }) => (led.test(hash) ? hash : null) });

/**
 * Goes to the message that the address leads to, once everything is there, and says so when it is not.
 *
 * @param isComplete whether the thread is on the page from its beginning
 */
export function useMarkedMessage(anchor: string | null, isComplete: boolean): void {
  const gone = useRef<string>(null);
  useEffect(() => {
    if (!isComplete || anchor === gone.current) return;
    gone.current = anchor;
    if (anchor === null) return;
    const element = document.getElementById(anchor);
    if (!element) return showWarning('That message is not here', 'It may have been deleted since the link was made.');
    element.closest('li')?.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  }, [anchor, isComplete]);
}
