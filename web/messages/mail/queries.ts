import { queryOptions } from '@tanstack/react-query';
import type { Delivery, Mail } from '#contract';
import { call } from '../../api-client/client.ts';
import { getServerTime } from '../../api-client/connection/server-clock.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { listKeys } from '../../api-client/list-keys.ts';
import { mailKeys } from '../../mail/mail-keys.ts';

/** The outgoing mail of a message, as its thread shows it. */
export type MessageDelivery = Pick<
  Delivery,
  | 'id'
  | 'state'
  | 'reason'
  | 'recipients'
  | 'send_after'
  | 'attempts'
  | 'last_response'
  | 'may_be_duplicate'
  | 'sent_at'
  | 'created_at'
  | 'updated_at'
>;

const deliveryFields = listKeys<MessageDelivery>({
  id: true,
  state: true,
  reason: true,
  recipients: true,
  send_after: true,
  attempts: true,
  last_response: true,
  may_be_duplicate: true,
  sent_at: true,
  created_at: true,
  updated_at: true,
});

/** The incoming mail of a message, as its thread shows it. */
export type MessageMail = Pick<Mail, 'id' | 'from' | 'reply_to' | 'to' | 'cc' | 'files'>;

const mailFields = listKeys<MessageMail>({ id: true, from: true, reply_to: true, to: true, cc: true, files: true });

/** Interval and maximum duration of polling while a mail is in transit. After that, live updates refetch the mail. */
const pollMilliseconds = 1000;
const maxTransitMilliseconds = 30_000;

const isInTransit = ({ state, updated_at: at }: MessageDelivery): boolean =>
  (state === 'queued' || state === 'sending') && getServerTime() - Date.parse(at) < maxTransitMilliseconds;

/** GET /deliveries?ticket_id=, all pages, newest first. */
export const ticketDeliveries = (ticketId: string) =>
  queryOptions({
    queryKey: mailKeys.deliveriesOfTicket(ticketId),
    queryFn: ({ signal }): Promise<MessageDelivery[]> =>
      fetchAllPages(page =>
        call('GET /deliveries', {
          query: { ticket_id: ticketId, fields: deliveryFields.join(','), per_page: '100', ...page },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isInTransit) ? pollMilliseconds : false),
  });

/** GET /mails?ticket_id=, all pages, newest first. */
export const ticketMails = (ticketId: string) =>
  queryOptions({
    queryKey: mailKeys.mailsOfTicket(ticketId),
    queryFn: ({ signal }): Promise<MessageMail[]> =>
      fetchAllPages(page =>
        call('GET /mails', {
          query: { ticket_id: ticketId, fields: mailFields.join(','), per_page: '100', ...page },
          signal,
        }),
      ),
  });
