import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Operations } from '#contract';
import { call } from '../api.ts';
import { noteOwnChange } from './own-changes.ts';
import { ticketItem, ticketKeys } from './queries.ts';

/** What a new ticket begins with; everything but the subject may be left out. */
export type NewTicket = z.input<Operations['POST /tickets']['body']>;

/** POST /tickets. `idempotencyKey`: the same for every attempt at the same ticket. */
export function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ticket, idempotencyKey }: { ticket: NewTicket; idempotencyKey: string }) =>
      (await call('POST /tickets', { body: ticket, idempotencyKey })).body,
    onSuccess: ticket => {
      noteOwnChange(ticket.id);
      client.setQueryData(ticketItem(ticket.id).queryKey, ticket);
      void client.invalidateQueries({ queryKey: ticketKeys.lists });
      void client.invalidateQueries({ queryKey: ticketKeys.counts });
    },
  });
}
