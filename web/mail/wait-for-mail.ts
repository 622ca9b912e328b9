import type { QueryClient } from '@tanstack/react-query';
import type { Mail } from '#contract';
import { call } from '../api-client/client.ts';
import { messageKeys } from '../messages/queries.ts';
import { ticketKeys } from '../tickets/queries.ts';
import { poll } from './poll.ts';
import { refetchMail } from './refetch-mail.ts';

/** Waits up to ten seconds for a mail to be processed. Returns its last state. @throws {ApiError} {NetworkError} */
export const waitForMail = ({ id }: Pick<Mail, 'id'>): Promise<Mail> =>
  poll(
    async () => (await call('GET /mails/{mail_id}', { params: { mail_id: id } })).body,
    ({ state }) => state !== 'received',
  );

/** Refetches all data that a processed mail may have changed. */
export function refetchAfterMail(client: QueryClient, { ticket_id }: Mail): void {
  refetchMail(client);
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  if (ticket_id !== null) void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticket_id) });
}
