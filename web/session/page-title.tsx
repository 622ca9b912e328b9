import { useUnreadCount } from '../notifications/unread.ts';
import { useDeskName } from '../storage/desk-name.ts';

/** The title of the page. It follows the number of unread notifications and precedes the name of the desk. */
export function PageTitle({ children }: { children: string }) {
  const unread = useUnreadCount();
  return <title>{`${unread && `(${unread}) `}${children} · ${useDeskName()}`}</title>;
}
