import { useQueryClient } from '@tanstack/react-query';
import { getCachedRows } from '../ticket-cache.ts';

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values.filter(value => value !== null))].sort();

/** Returns the tags and emails of the loaded tickets, without a request. */
export function useKnownValues(): { tags: string[]; emails: string[] } {
  const rows = getCachedRows(useQueryClient());
  return {
    tags: distinct(rows.flatMap(row => row.tags)),
    emails: distinct(rows.map(row => row.customer_email)),
  };
}
