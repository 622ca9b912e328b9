import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Operations } from '#contract';
import { call } from '../../api.ts';
import { ownTickets } from '../list/own-changes.ts';
import { ticketItem, ticketKeys } from '../queries.ts';
import { forgetMade } from './new-ticket-draft.ts';

/** What a new ticket begins with; everything but the subject may be left out. */
export type NewTicket = z.input<Operations['POST /tickets']['body']>;

/** `idempotencyKey`: the same for every attempt at the same ticket. `personId`: whose draft it was. */
type Making = { ticket: NewTicket; idempotencyKey: string; personId: string };

/** POST /tickets. */
export function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ticket, idempotencyKey }: Making) =>
      (await call('POST /tickets', { body: ticket, idempotencyKey })).body,
    onSuccess: (ticket, { personId, idempotencyKey }) => {
      forgetMade(personId, idempotencyKey);
      ownTickets.note(ticket.id);
      client.setQueryData(ticketItem(ticket.id).queryKey, ticket);
      void client.invalidateQueries({ queryKey: ticketKeys.lists });
      void client.invalidateQueries({ queryKey: ticketKeys.counts });
    },
  });
}
