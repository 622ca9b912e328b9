import { queryOptions } from '@tanstack/react-query';
import type { Mailbox, MailboxStatuses } from '#contract';
import { call } from '../api-client/client.ts';
import { fetchAllPages } from '../api-client/fetch-all-pages.ts';

/** GET /mailboxes, oldest first. A desk has few mailboxes. */
export const mailboxesQuery = queryOptions({
  queryKey: ['mailboxes'],
  queryFn: ({ signal }) =>
    fetchAllPages(page => call('GET /mailboxes', { query: { per_page: '100', ...page }, signal })),
  staleTime: 60_000,
});

/**
 * Returns the default mailbox if it is enabled, or else the oldest enabled mailbox. Undefined without an enabled
 * mailbox.
 */
export function findDefaultMailbox(mailboxes: readonly Mailbox[], defaultId: string | null): Mailbox | undefined {
  const enabled = mailboxes.filter(each => each.enabled);
  return enabled.find(({ id }) => id === defaultId) ?? enabled[0];
}

/** Returns the oldest enabled mailbox that captures mail. It receives mail that is written as a customer. */
export const findCapturingMailbox = (mailboxes: readonly Mailbox[]): Mailbox | undefined =>
  mailboxes.find(({ enabled, transport }) => enabled && transport === 'capture');

/** The inbound and outbound status of a mailbox. */
export type MailboxStatus = MailboxStatuses['statuses'][number];

/** Interval of refetches while a mailbox is connecting. */
const pollMilliseconds = 1000;

const isConnecting = ({ inbound, outbound }: MailboxStatus): boolean =>
  inbound.state === 'connecting' || outbound.state === 'connecting';

/**
 * GET /mailbox_statuses: the statuses of the mailboxes, and the number of mail problems. Live updates refetch them
 * after events, and once a minute.
 */
export const mailboxStatusesQuery = queryOptions({
  queryKey: [...mailboxesQuery.queryKey, 'statuses'],
  queryFn: async ({ signal }) => (await call('GET /mailbox_statuses', { signal })).body,
  // Users open a page with the statuses to see the current state.
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.statuses.some(isConnecting) ? pollMilliseconds : false),
});
