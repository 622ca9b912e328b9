import { queryOptions } from '@tanstack/react-query';
import type { Mailbox, MailboxConnection, MailboxStatuses } from '#contract';
import { call } from '../../api-client/client.ts';
import { mailboxesQuery } from '../../mailboxes/queries.ts';

export type MailboxStatus = MailboxStatuses['statuses'][number];

const refreshMilliseconds = 30_000;

/** GET /mailbox_statuses. A paused mailbox is visible within a minute. */
export const mailboxStatusesQuery = queryOptions({
  queryKey: [...mailboxesQuery.queryKey, 'statuses'],
  queryFn: async ({ signal }): Promise<MailboxStatus[]> =>
    (await call('GET /mailbox_statuses', { signal })).body.statuses,
  refetchInterval: refreshMilliseconds,
});

export const mailboxQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'item', id],
    queryFn: async ({ signal }): Promise<Mailbox> =>
      (await call('GET /mailboxes/{mailbox_id}', { params: { mailbox_id: id }, signal })).body,
  });

export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...mailboxesQuery.queryKey, 'connection', id],
    queryFn: async ({ signal }): Promise<MailboxConnection> =>
      (await call('GET /mailboxes/{mailbox_id}/connection', { params: { mailbox_id: id }, signal })).body,
  });
