import type { QueryClient } from '@tanstack/react-query';
import type { Mail } from '#contract';
import { call } from '../api-client/client.ts';
import { messageKeys } from '../messages/queries.ts';
import { ticketKeys } from '../tickets/queries.ts';
import { refetchMail } from './refetch-mail.ts';

const pauseMilliseconds = 250;
const maxAttempts = 40;

/** Waits up to ten seconds until a mail is processed. @throws {ApiError} {NetworkError} */
export async function waitForMail({ id }: Pick<Mail, 'id'>): Promise<Mail> {
  for (let attempt = 1; ; attempt++) {
    const { body } = await call('GET /mails/{mail_id}', { params: { mail_id: id } });
    if (body.state !== 'received' || attempt === maxAttempts) return body;
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
  }
}

/** Refetches everything that a processed mail may have changed. */
export function refetchAfterMail(client: QueryClient, { ticket_id }: Mail): void {
  refetchMail(client);
  void client.invalidateQueries({ queryKey: ticketKeys.all });
  if (ticket_id !== null) void client.invalidateQueries({ queryKey: messageKeys.ofTicket(ticket_id) });
}
