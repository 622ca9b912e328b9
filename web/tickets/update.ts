import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { call } from '../api.ts';
import { type ApiError, isConflict } from '../api-errors.ts';
import { showFailure, showWarning } from '../notices.ts';
import { readReplaced, showChange, type TicketChange } from './cache.ts';
import { describeDifferences } from './differences.ts';
import { ticketItem, ticketKeys } from './queries.ts';

const updateKey = (id: string) => ['tickets', 'update', id] as const;

/**
 * PATCH /tickets/{ticket_id}. Shown at once, put back if refused. One ticket's edits go out one after the other, each on
 * the version that the one before it made; an edit of a version that is no longer the current one does nothing.
 */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: updateKey(id),
    scope: { id: `ticket ${id}` },
    mutationFn: (change: TicketChange) => sendChange(id, change, versionOf(client, id)),
    onMutate: async change => {
      await client.cancelQueries({ queryKey: ticketItem(id).queryKey });
      const replaced = readReplaced(client.getQueryData(ticketItem(id).queryKey), change);
      showChange(client, id, change);
      return { replaced };
    },
    onSuccess: ticket => showChange(client, id, { ...ticket, ...pendingChanges(client, id) }),
    onError: (error, _change, context) => {
      showChange(client, id, context?.replaced ?? {});
      if (isConflict(error)) showConflict(error);
      else showFailure('The ticket was not changed', error);
    },
    onSettled: () => readAgain(client, id),
  });
}

const sendChange = async (id: string, change: TicketChange, version: number | undefined): Promise<Ticket> => {
  const answer = await call('PATCH /tickets/{ticket_id}', {
    params: { ticket_id: id },
    body: change,
    ...(version !== undefined && { ifVersion: version }),
  });
  return answer.body;
};

const versionOf = (client: QueryClient, id: string): number | undefined =>
  client.getQueryData(ticketItem(id).queryKey)?.version;

const pendingEdits = (client: QueryClient, id: string) =>
  client.getMutationCache().findAll({ mutationKey: updateKey(id), status: 'pending' });

/** Edits that wait behind the one just answered stay on the screen. */
function pendingChanges(client: QueryClient, id: string): TicketChange {
  const [, ...waiting] = pendingEdits(client, id);
  return Object.assign({}, ...waiting.map(mutation => mutation.state.variables));
}

/** After the last edit, what is stored is read: the lists, since the ticket may have left or entered them, and the ticket. */
async function readAgain(client: QueryClient, id: string): Promise<void> {
  if (pendingEdits(client, id).length > 1) return;
  await Promise.all([
    client.invalidateQueries({ queryKey: ticketItem(id).queryKey }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}

const showConflict = (error: ApiError): void =>
  showWarning(
    'Somebody else changed this ticket',
    `${describeDifferences(error.differences) || 'It has changed'}. Your edit was not saved; look again and repeat it if it still fits.`,
  );
