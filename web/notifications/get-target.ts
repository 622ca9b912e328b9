import type { LinkProps } from '@tanstack/react-router';
import type { Notification } from '#contract';
import { getMessageAnchor } from '../messages/thread/use-thread-scroll.ts';
import { openView } from '../tickets/filter/list-views.ts';

type Target = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;

/** Returns the page of a notification: a message, ticket, held mail or settings screen. */
export function getTarget(
  notification: Pick<Notification, 'ticket_id' | 'message_id' | 'cause' | 'target_id'>,
): Target {
  const { ticket_id: ticketId, message_id: messageId, cause, target_id: targetId } = notification;
  if (ticketId !== null) {
    const hash = messageId === null ? {} : { hash: getMessageAnchor(messageId) };
    return { to: '/tickets/$ticketId', params: { ticketId }, search: openView.filter, ...hash };
  }
  if (cause === 'mailbox_paused' && targetId !== null)
    return { to: '/settings/mailboxes/$mailboxId', params: { mailboxId: targetId } };
  if ((cause === 'loop_held' || cause === 'answer_held') && targetId !== null)
    return { to: '/mail/problems/incoming/$mailId', params: { mailId: targetId } };
  return { to: cause === 'storage_nearly_full' ? '/settings/desk' : '/settings/jobs' };
}
