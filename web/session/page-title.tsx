import { useUnreadCount } from '../notifications/unread.ts';
import { useDeskName } from '../storage/desk-name.ts';

/** Sets the document's title, with the unread count and the name of the desk: `(3) Preferences · Stardesk`. */
export function PageTitle({ children }: { children: string }) {
  const unread = useUnreadCount();
  return <title>{`${unread && `(${unread}) `}${children} · ${useDeskName()}`}</title>;
}
