import type { Notification } from '#contract';
import type { NotificationKind } from '#contract/enums';
import { describeNotification } from '../../notifications/describe-notification.ts';
import { getTarget } from '../../notifications/get-target.ts';
import { markTicketNotificationsRead } from '../../notifications/mark-ticket-notifications.ts';
import { refetchNotifications } from '../../notifications/refetch.ts';
import { peopleQuery } from '../../people/queries.ts';
import { readTicketId } from '../../tickets/prefetch-ticket.ts';
import { ticketItem } from '../../tickets/queries.ts';
import { showToast } from '../../toasts/toast-store.ts';
import type { TaskContext } from '../use-lazy-task.ts';
import { throttle, waitForMutations } from './refetch.ts';

const toastKinds: readonly NotificationKind[] = ['mentioned', 'assigned', 'delivery_failed'];
const hasToast = ({ kind }: Notification): boolean => toastKinds.includes(kind);

/** Minimum time between two updates. Each update shows at most one toast, for the latest notification. */
const pauseMilliseconds = 1000;

/**
 * How long the window that shows a toast holds the lock of the notification. All windows receive a notification at
 * almost the same time.
 */
const lockMilliseconds = 5000;

/**
 * Creates a function that shows new notifications in the counter, list and toasts. Marks a notification of the open
 * ticket as read instead.
 */
export function createNotifier(context: TaskContext): (notification: Notification) => void {
  const pending: Notification[] = [];
  const show = throttle(pauseMilliseconds, async () => {
    const openId = document.hidden ? null : readTicketId(location.pathname);
    const { open = [], other = [] } = Object.groupBy(pending.splice(0), ({ ticket_id: id }) =>
      id !== null && id === openId ? 'open' : 'other',
    );
    const newest = other.findLast(hasToast);
    if (newest && !document.hidden) void showOnce(context, newest);
    if (openId !== null && open.length > 0) return markTicketNotificationsRead(context.client, openId);
    await waitForMutations(context.client);
    refetchNotifications(context.client);
  });
  return notification => {
    pending.push(notification);
    show();
  };
}

/** Shows the toast of a notification in one of the visible windows. */
const showOnce = (context: TaskContext, notification: Notification): Promise<void> =>
  navigator.locks.request(`stardesk notification ${notification.id}`, { ifAvailable: true }, async lock => {
    if (!lock) return;
    await showNotification(context, notification);
    await new Promise(resolve => {
      setTimeout(resolve, lockMilliseconds);
      // The back/forward cache rejects pages that hold a lock.
      addEventListener('pagehide', resolve, { once: true });
    });
  });

async function showNotification({ client, router }: TaskContext, notification: Notification): Promise<void> {
  const { ticket_id: ticketId, kind } = notification;
  if (ticketId === null) return;
  const people = await client.ensureQueryData(peopleQuery).catch(() => []);
  const ticket = await client.fetchQuery(ticketItem(ticketId)).catch(() => null);
  const personName = (id: string): string => people.find(person => person.id === id)?.name ?? `Person ${id}`;
  const sentence = describeNotification(notification, { personName, mailboxName: id => id });
  showToast({
    tone: kind === 'delivery_failed' ? 'warning' : 'done',
    title: Object.values(sentence).join(''),
    message: ticket ? `#${ticketId} ${ticket.subject}` : `#${ticketId}`,
    about: 'notification',
    action: { label: 'Open', run: () => void router.navigate(getTarget(notification)) },
    isUnprompted: true,
  });
}
