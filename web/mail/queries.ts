import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Delivery, Mail } from '#contract';
import { type ClientResponse, call, callForBytes, callForHeaders, type QueryOf } from '../api-client/client.ts';
import { getCursor } from '../api-client/connection/link-header.ts';
import { mailKeys } from './mail-keys.ts';

export type DeliveryFilter = Pick<QueryOf<'GET /deliveries'>, 'state' | 'problem'>;

/** Captured mail, which never leaves the desk. */
export const capturedFilter: DeliveryFilter = { state: 'captured' };

/** Mail that failed, or that waits for a person, a file scan, a retry or a paused mailbox. */
export const outgoingProblems: DeliveryFilter = { problem: 'true' };

const pageSize = '50';

/** Lists are refetched when they are opened. No event reports new problems. */
const alwaysStale = { staleTime: 0 } as const;

/** GET /deliveries, newest first, following Link `next`. */
export const deliveryList = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...mailKeys.deliveries, filter],
    queryFn: ({ pageParam: cursor, signal }): Promise<ClientResponse<Delivery[]>> =>
      call('GET /deliveries', { query: { ...filter, per_page: pageSize, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: page => getCursor(page.links.next),
    select: ({ pages }) => pages.flatMap(page => page.body),
    ...alwaysStale,
  });

/** GET /deliveries/{delivery_id}. */
export const deliveryItem = (id: string) =>
  queryOptions({
    queryKey: mailKeys.delivery(id),
    queryFn: async ({ signal }) =>
      (await call('GET /deliveries/{delivery_id}', { params: { delivery_id: id }, signal })).body,
  });

/** GET /tickets/{ticket_id}/messages/{message_id}: the files of the message that a mail sends. */
export const deliveryFiles = (ticketId: string, messageId: string) =>
  queryOptions({
    queryKey: [...mailKeys.all, 'files', ticketId, messageId],
    queryFn: async ({ signal }) => {
      const params = { ticket_id: ticketId, message_id: messageId };
      const query = { fields: 'attachments' };
      return (await call('GET /tickets/{ticket_id}/messages/{message_id}', { params, query, signal })).body.attachments;
    },
  });

/** GET /deliveries/{delivery_id}/raw: bytes that never change once the mail is composed. */
export const deliverySource = ({ id, size }: Pick<Delivery, 'id' | 'size'>) =>
  queryOptions({
    queryKey: [...mailKeys.sources, 'delivery', id, String(size)],
    queryFn: ({ signal }) => callForBytes('GET /deliveries/{delivery_id}/raw', { params: { delivery_id: id }, signal }),
    staleTime: size === null ? 0 : Number.POSITIVE_INFINITY,
  });

/** GET /mails: held and failed mail, newest first, following Link `next`. */
export const incomingProblems = infiniteQueryOptions({
  queryKey: [...mailKeys.mails, 'problems'],
  queryFn: ({ pageParam: cursor, signal }): Promise<ClientResponse<Mail[]>> =>
    call('GET /mails', { query: { state: 'held,failed', per_page: pageSize, ...(cursor && { cursor }) }, signal }),
  initialPageParam: '',
  getNextPageParam: page => getCursor(page.links.next),
  select: ({ pages }) => pages.flatMap(page => page.body),
  ...alwaysStale,
});

/** GET /mails/{mail_id}. */
export const mailItem = (id: string) =>
  queryOptions({
    queryKey: mailKeys.mail(id),
    queryFn: async ({ signal }) => (await call('GET /mails/{mail_id}', { params: { mail_id: id }, signal })).body,
  });

/** GET /mails/{mail_id}/raw: bytes that never change. */
export const mailSource = (id: string) =>
  queryOptions({
    queryKey: [...mailKeys.sources, 'mail', id],
    queryFn: ({ signal }) => callForBytes('GET /mails/{mail_id}/raw', { params: { mail_id: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** HEAD /mails/{mail_id}/original: whether the original can be shown, and facts about it. */
export const originalFacts = (id: string) =>
  queryOptions({
    queryKey: [...mailKeys.sources, 'original', id],
    queryFn: async ({ signal }) => {
      const headers = await callForHeaders('GET /mails/{mail_id}/original', { params: { mail_id: id }, signal });
      return {
        remotePictures: Number(headers.get('X-Remote-Pictures')),
        authentication: headers.get('X-Sender-Authentication') ?? 'none',
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
