import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showWarning } from '../../toasts/toast-store.ts';

const anchorPattern = /^(?:message-[\w-]+|description)$/;

/** Returns the message or description that the URL links to: `message-9`, `description`; otherwise null. */
export const useLinkedAnchor = (): string | null =>
  useLocation({ select: ({ hash }) => (anchorPattern.test(hash) ? hash : null) });

/**
 * Scrolls to the linked message once the thread is complete. Shows a warning if the message does not exist.
 *
 * @param isComplete whether the thread is rendered from its first message
 */
export function useScrollToLinkedMessage(anchor: string | null, isComplete: boolean): void {
  const handled = useRef<string>(null);
  useEffect(() => {
    if (!isComplete || anchor === handled.current) return;
    handled.current = anchor;
    if (anchor === null) return;
    const element = document.getElementById(anchor);
    if (!element) return showWarning('Message not found', 'It may have been deleted.');
    element.closest('li')?.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  }, [anchor, isComplete]);
}
