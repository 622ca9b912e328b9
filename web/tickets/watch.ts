import { type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Watchers } from '#contract';
import { call } from '../api-client/client.ts';
import { usePerson } from '../session/person.ts';
import { showFailure, showUndo } from '../toasts/toast-store.ts';
import type { TicketFilter } from './filter/filter.ts';
import { ticketKeys } from './queries.ts';

/** GET /tickets/{ticket_id}/watchers. */
export const ticketWatchers = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.item(ticketId), 'watchers'],
    queryFn: async ({ signal }) =>
      (await call('GET /tickets/{ticket_id}/watchers', { params: { ticket_id: ticketId }, signal })).body.watchers,
  });

export const isWatchedBy = (watchers: Watchers['watchers'], id: string): boolean =>
  watchers.some(({ person_id: personId }) => personId === id);

const dependsOnWatches = ({ queryKey }: Query): boolean =>
  (queryKey[2] as TicketFilter | undefined)?.watching !== undefined;

/** Returns a function that watches a ticket or stops watching it, with Undo. Every role may watch. */
export function useToggleWatch(ticketId: string): () => void {
  const client = useQueryClient();
  const { id: personId } = usePerson();
  const { mutate } = useMutation({
    mutationFn: async (mustWatch: boolean) => {
      const params = { ticket_id: ticketId };
      await call(mustWatch ? 'PUT /tickets/{ticket_id}/watch' : 'DELETE /tickets/{ticket_id}/watch', { params });
    },
    scope: { id: `watch ${ticketId}` },
    onSuccess: (_, mustWatch) => {
      const title = mustWatch ? `Watching #${ticketId}` : `Stopped watching #${ticketId}`;
      showUndo(title, () => mutate(!mustWatch), `watch ${ticketId}`);
    },
    onError: (error, mustWatch) => {
      const title = mustWatch ? `Couldn’t watch #${ticketId}` : `Couldn’t stop watching #${ticketId}`;
      showFailure(title, error, () => mutate(mustWatch));
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ticketWatchers(ticketId).queryKey });
      void client.invalidateQueries({ queryKey: ticketKeys.lists, predicate: dependsOnWatches });
      void client.invalidateQueries({ queryKey: ticketKeys.counts, predicate: dependsOnWatches });
    },
  });
  return () =>
    void client.fetchQuery({ ...ticketWatchers(ticketId), staleTime: 0 }).then(
      watchers => mutate(!isWatchedBy(watchers, personId)),
      error => showFailure('Couldn’t load the watchers', error),
    );
}
