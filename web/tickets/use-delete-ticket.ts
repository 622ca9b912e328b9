import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { call } from '../api-client/client.ts';
import { ignoreNotFound, isConflict } from '../api-client/errors.ts';
import { messageKeys } from '../messages/queries.ts';
import { showToast } from '../toasts/toast-store.ts';
import { ticketItem, ticketKeys } from './queries.ts';
import { removeCachedTicket } from './ticket-cache.ts';

const briefMilliseconds = 4000;

/**
 * DELETE /tickets/{ticket_id}, unless the ticket has changed since it was loaded. After a conflict, the ticket is
 * loaded again and the person has to confirm again. If the ticket is already deleted, the deletion succeeds.
 *
 * @param leave navigates away, before the ticket is removed from the cache
 */
export function useDeleteTicket(leave: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, version }: Ticket) => {
      const request = call('DELETE /tickets/{ticket_id}', { params: { ticket_id: id }, ifVersion: version });
      await request.catch(ignoreNotFound);
    },
    onSuccess: async (_, { id }) => {
      await leave();
      showToast({ tone: 'done', title: `Deleted #${id}`, milliseconds: briefMilliseconds });
      removeCachedTicket(client, id);
      client.removeQueries({ queryKey: messageKeys.ofTicket(id) });
      void client.invalidateQueries({ queryKey: ticketKeys.lists });
      void client.invalidateQueries({ queryKey: ticketKeys.counts });
    },
    onError: async (error, { id }) => {
      if (isConflict(error)) await client.invalidateQueries({ queryKey: ticketItem(id).queryKey });
    },
  });
}
