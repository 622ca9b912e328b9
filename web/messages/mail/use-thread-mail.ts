import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Message } from '#contract';
import { type MessageDelivery, type MessageMail, ticketDeliveries, ticketMails } from './queries.ts';

/** The mail of a thread: outgoing by delivery id, incoming by mail id. */
export type ThreadMail = {
  deliveries: ReadonlyMap<string, MessageDelivery>;
  mails: ReadonlyMap<string, MessageMail>;
};

/** Loads the outgoing and incoming mail of a thread, if it has any. */
export function useThreadMail(ticketId: string, messages: readonly Message[] = []): ThreadMail {
  const { data: deliveries } = useQuery({
    ...ticketDeliveries(ticketId),
    enabled: messages.some(({ delivery_id: deliveryId }) => deliveryId !== null),
  });
  const { data: mails } = useQuery({
    ...ticketMails(ticketId),
    enabled: messages.some(({ mail_id: mailId }) => mailId !== null),
  });
  return useMemo(
    () => ({
      deliveries: new Map(deliveries?.map(delivery => [delivery.id, delivery])),
      mails: new Map(mails?.map(mail => [mail.id, mail])),
    }),
    [deliveries, mails],
  );
}
