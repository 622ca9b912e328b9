import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import type { Operations } from '#contract';
import { call } from '../../api-client/client.ts';
import { findDefaultMailbox, mailboxesQuery } from '../../mailboxes/queries.ts';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { showDone, showFailure } from '../../toasts/toast-store.ts';
import { ownTicketChanges } from '../list/own-changes.ts';
import { ticketItem, ticketKeys } from '../queries.ts';
import { removeCreatedDraft } from './new-ticket-draft.ts';

/** The body of POST /tickets. Only the subject is required. */
export type NewTicketBody = z.input<Operations['POST /tickets']['body']>;

/** `idempotencyKey` is the same for every attempt at the same ticket. `personId` is the draft's author. */
type CreateRequest = { ticket: NewTicketBody; idempotencyKey: string; personId: string };

/**
 * POST /tickets. On success, stores the ticket in the cache and removes the draft that was sent. A toast shows the
 * result if the form was closed before the response.
 */
export function useCreateTicket() {
  const client = useQueryClient();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useMutation({
    mutationFn: async ({ ticket, idempotencyKey }: CreateRequest) => {
      const body = { ...ticket, mailbox_id: await findMailboxId(client, ticket) };
      return (await call('POST /tickets', { body, idempotencyKey })).body;
    },
    onSuccess: (ticket, { personId, idempotencyKey }) => {
      removeCreatedDraft(personId, idempotencyKey);
      ownTicketChanges.add(ticket.id);
      client.setQueryData(ticketItem(ticket.id).queryKey, ticket);
      void client.invalidateQueries({ queryKey: ticketKeys.lists });
      void client.invalidateQueries({ queryKey: ticketKeys.counts });
      if (!isOpen.current) showDone(`Created #${ticket.id}`);
    },
    onError: error => {
      if (!isOpen.current) showFailure('Couldn’t create the ticket', error);
    },
  });
}

/**
 * Returns the id of the chosen mailbox; null for no mailbox. If the form was sent before the mailboxes had loaded,
 * returns the default mailbox.
 */
async function findMailboxId(client: QueryClient, { mailbox_id: chosen }: NewTicketBody): Promise<string | null> {
  if (chosen !== undefined) return chosen;
  const [mailboxes, { default_mailbox_id }] = await Promise.all([
    client.ensureQueryData(mailboxesQuery),
    client.ensureQueryData(deskSettingsQuery),
  ]);
  return findDefaultMailbox(mailboxes, default_mailbox_id)?.id ?? null;
}
