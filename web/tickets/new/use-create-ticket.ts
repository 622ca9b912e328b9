import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Operations } from '#contract';
import { call } from '../../api-client/client.ts';
import { ownTicketChanges } from '../list/own-changes.ts';
import { ticketItem, ticketKeys } from '../queries.ts';
import { removeCreatedDraft } from './new-ticket-draft.ts';

/** The body of POST /tickets. Only the subject is required. */
export type NewTicketBody = z.input<Operations['POST /tickets']['body']>;

/** `idempotencyKey` is the same for every attempt at the same ticket. `personId` is the draft's author. */
type CreateRequest = { ticket: NewTicketBody; idempotencyKey: string; personId: string };

export function useCreateTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ ticket, idempotencyKey }: CreateRequest) =>
      (await call('POST /tickets', { body: ticket, idempotencyKey })).body,
    onSuccess: (ticket, { personId, idempotencyKey }) => {
      removeCreatedDraft(personId, idempotencyKey);
      ownTicketChanges.add(ticket.id);
      client.setQueryData(ticketItem(ticket.id).queryKey, ticket);
      void client.invalidateQueries({ queryKey: ticketKeys.lists });
      void client.invalidateQueries({ queryKey: ticketKeys.counts });
    },
  });
}
