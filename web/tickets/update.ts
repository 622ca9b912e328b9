import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#contract';
import { showFailure, showWarning } from '../notices.ts';
import { readReplaced, showChange } from './cache.ts';
import { describeClash } from './differences.ts';
import type { TicketChange } from './merge.ts';
import { Clash, patchTicket, type SeenTicket } from './patch.ts';
import { ticketItem, ticketKeys } from './queries.ts';

/** What is wanted, and the ticket it was decided on. */
type Edit = { seen: SeenTicket; change: TicketChange };

const updateKey = (id: string) => ['tickets', 'update', id] as const;

/**
 * PATCH /tickets/{ticket_id}. Shown at once, put back if refused. One ticket's edits go out one after the other, each on
 * what the one before it made. What others changed meanwhile is merged; where both changed the same, nothing is done.
 */
export function useUpdateTicket(seen: Ticket) {
  const { id } = seen;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: updateKey(id),
    scope: { id: `ticket ${id}` },
    mutationFn: async ({ seen, change }: Edit) => (await patchTicket(seen, change)).ticket,
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey: ticketItem(id).queryKey });
      const replaced = readReplaced(client.getQueryData(ticketItem(id).queryKey), change);
      showChange(client, id, change);
      return { replaced };
    },
    onSuccess: ticket => showChange(client, id, { ...ticket, ...pendingChanges(client, id) }),
    onError: (error, _edit, context) => {
      showChange(client, id, context?.replaced ?? {});
      if (error instanceof Clash) showWarning('Somebody else changed this ticket', describeClash(error));
      else showFailure('The ticket was not changed', error);
    },
    onSettled: () => readAgain(client, id),
  });
  const update = (change: TicketChange, callbacks?: Parameters<typeof mutate>[1]): void =>
    mutate({ seen, change }, callbacks);
  return { update, isPending };
}

const pendingEdits = (client: QueryClient, id: string) =>
  client.getMutationCache().findAll({ mutationKey: updateKey(id), status: 'pending' });

/** Edits that wait behind the one just answered stay on the screen. */
function pendingChanges(client: QueryClient, id: string): TicketChange {
  const [, ...waiting] = pendingEdits(client, id);
  return Object.assign({}, ...waiting.map(({ state }) => changeOf(state.variables)));
}

const changeOf = (edit: unknown): unknown =>
  typeof edit === 'object' && edit !== null && 'change' in edit ? edit.change : {};

/** After the last edit, what is stored is read: the lists, since the ticket may have left or entered them, and the ticket. */
async function readAgain(client: QueryClient, id: string): Promise<void> {
  if (pendingEdits(client, id).length > 1) return;
  await Promise.all([
    client.invalidateQueries({ queryKey: ticketItem(id).queryKey }),
    client.invalidateQueries({ queryKey: ticketKeys.lists }),
    client.invalidateQueries({ queryKey: ticketKeys.counts }),
  ]);
}
