import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClientResponse, call } from '../api-client/client.ts';
import { createConcurrencyLimit, maxConcurrency } from '../api-client/concurrency-limit.ts';
import { showDone, showFailure, showUndo } from '../toasts/toast-store.ts';
import { ownNotificationChanges } from './own-changes.ts';
import { type ListedNotification, listsKey } from './queries.ts';
import { refetchInAllWindows } from './refetch.ts';

type Mark = { ids: readonly string[]; isRead: boolean };

/** Runs one mutation after another, so that the last mark wins. */
const scope = { id: 'notifications' };

const mutationKey = ['notifications'];

/** Refetches after the last request. An earlier response would lack the marks that are not stored yet. */
function refetchAfterLast(client: QueryClient): void {
  if (client.isMutating({ mutationKey }) === 1) refetchInAllWindows(client);
}

/** Undo sends one request for each notification. */
const maxUndone = 50;

/** Marks notifications as read or unread: optimistic, with Undo, rolled back on failure. */
export function useMarkNotifications(): (mark: Mark) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    scope,
    mutationKey,
    mutationFn: async ({ ids, isRead }: Mark) => {
      const limit = createConcurrencyLimit(maxConcurrency);
      const line = isRead
        ? 'PUT /notifications/{notification_id}/read'
        : 'DELETE /notifications/{notification_id}/read';
      await Promise.all(ids.map(id => limit(() => call(line, { params: { notification_id: id } }))));
    },
    onMutate: async mark => {
      const undo = (): void => mutate({ ...mark, isRead: !mark.isRead });
      const closeToast = showUndo(`Marked as ${mark.isRead ? 'read' : 'unread'}`, undo, 'notifications');
      await client.cancelQueries({ queryKey: listsKey });
      showMark(client, mark);
      return closeToast;
    },
    onError: (error, mark, closeToast) => {
      closeToast?.();
      showMark(client, { ...mark, isRead: !mark.isRead });
      showFailure(`Couldn’t mark as ${mark.isRead ? 'read' : 'unread'}`, error, () => mutate(mark));
    },
    onSettled: () => refetchAfterLast(client),
  });
  return mutate;
}

/** Marks all notifications as read. Offers Undo if at most `maxUndone` were unread. */
export function useMarkAllRead() {
  const client = useQueryClient();
  const mark = useMarkNotifications();
  return useMutation({
    scope,
    mutationKey,
    mutationFn: async () => {
      const query = { unread: 'true', per_page: String(maxUndone), fields: 'id' };
      const { body, links } = await call('GET /notifications', { query });
      const ids = body.map(({ id }) => id);
      // Notifications that arrive in the meantime stay unread.
      if (ids[0] !== undefined) await call('PUT /notifications/read', { body: { through: ids[0] } });
      return { ids, isComplete: links.next === undefined };
    },
    onSuccess: ({ ids, isComplete }) => {
      if (isComplete) {
        showMark(client, { ids, isRead: true });
        showUndo('All marked as read', () => mark({ ids, isRead: false }), 'notifications');
      } else {
        void client.resetQueries({ queryKey: listsKey });
        showDone('All marked as read');
      }
    },
    onError: error => showFailure('Couldn’t mark all as read', error),
    onSettled: () => refetchAfterLast(client),
  });
}

/** Shows a mark in all cached lists. */
function showMark(client: QueryClient, { ids, isRead }: Mark): void {
  for (const id of ids) ownNotificationChanges.add(id);
  const at = isRead ? new Date().toISOString() : null;
  const mark = (row: ListedNotification) => (ids.includes(row.id) ? { ...row, read_at: at } : row);
  client.setQueriesData<InfiniteData<ClientResponse<ListedNotification[]>>>(
    { queryKey: listsKey },
    list => list && { ...list, pages: list.pages.map(page => ({ ...page, body: page.body.map(mark) })) },
  );
}
