import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { messageKeys } from '../queries.ts';

/** The files of a ticket that are not served, by id. */
export type FileScans = ReadonlyMap<string, Attachment['scan']>;

const pollMilliseconds = 5000;

/** GET /attachments?ticket_id=&scan=: files that wait for the virus scan, or failed it. Polls while one is waiting. */
export const fileScans = (ticketId: string) =>
  queryOptions({
    queryKey: [...messageKeys.ofTicket(ticketId), 'scans'],
    queryFn: async ({ signal }): Promise<FileScans> => {
      const query = { ticket_id: ticketId, scan: 'pending,infected,failed', fields: 'id,scan', per_page: '100' };
      const files = await fetchAllPages(page => call('GET /attachments', { query: { ...query, ...page }, signal }));
      return new Map(files.map(({ id, scan }) => [id, scan]));
    },
    refetchInterval: ({ state: { data } }) =>
      [...(data?.values() ?? [])].includes('pending') ? pollMilliseconds : false,
  });
