import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from '#contract';
import { call } from '../../api-client/client.ts';
import { fetchAllPages } from '../../api-client/fetch-all-pages.ts';
import { messageKeys } from '../queries.ts';

/** The scan states of a ticket's files that are not served, by file id. */
export type FileScans = ReadonlyMap<string, Attachment['scan']>;

const pollMilliseconds = 5000;

/** GET /attachments?ticket_id=&scan=: infected and unscanned files. Polls while a file may become available. */
export const fileScans = (ticketId: string) =>
  queryOptions({
    queryKey: [...messageKeys.ofTicket(ticketId), 'scans'],
    queryFn: async ({ signal }): Promise<FileScans> => {
      const query = { ticket_id: ticketId, scan: 'pending,infected,failed', fields: 'id,scan', per_page: '100' };
      const files = await fetchAllPages(page => call('GET /attachments', { query: { ...query, ...page }, signal }));
      return new Map(files.map(({ id, scan }) => [id, scan]));
    },
    refetchInterval: ({ state: { data } }) =>
      [...(data?.values() ?? [])].some(scan => scan !== 'infected') ? pollMilliseconds : false,
  });

/** Explains why a file is not served. Null if it is served, or while `scans` is loading. A failed scan is retried. */
export function describeScan(scans: FileScans | undefined, id: string): string | null {
  const scan = scans?.get(id);
  if (scan === undefined) return null;
  return scan === 'infected' ? 'Blocked: it contains a virus' : 'Being scanned';
}
