import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Message } from '#contract';
import type { MessageType } from '#contract/vocabulary';
import { call } from '../api.ts';
import { messageKeys, thread } from './queries.ts';

/** What the composer hands over. `idempotencyKey`: the same for every attempt at the same message. */
export type Outgoing = { type: MessageType; body: string; idempotencyKey: string };

/** POST /tickets/{ticket_id}/messages. The thread shows it once the server has it; whoever typed it keeps it until then. */
export function useSendMessage(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, body, idempotencyKey }: Outgoing): Promise<Message> => {
      const options = { params: { ticket_id: ticketId }, body: { type, body }, idempotencyKey };
      return (await call('POST /tickets/{ticket_id}/messages', options)).body;
    },
    onSuccess: message => {
      client.setQueryData(thread(ticketId).queryKey, messages => messages && addOnce(messages, message));
      // A message also changes its ticket: its version, its counts, perhaps its place in a list.
      void client.invalidateQueries({ queryKey: ['tickets'] });
      void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticketId) });
    },
  });
}

const addOnce = (messages: readonly Message[], message: Message): Message[] => [
  ...messages.filter(({ id }) => id !== message.id),
  message,
];
