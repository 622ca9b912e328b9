import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { getLoadError } from '../api-client/load-error.ts';
import { gistList } from '../gists/queries.ts';
import type { PaletteEntry } from './entry.ts';
import { gistHits } from './queries.ts';
import { mergeResults, searchEntries } from './search-entries.ts';

const maxFound = 4;

/**
 * Finds the gists that match a query.
 *
 * @param serverQuery the throttled query for the server
 */
export function useGistResults(query: string, serverQuery: string) {
  const navigate = useNavigate();
  const { data: loadedGists = [] } = useInfiniteQuery(gistList({}));
  const hits = useQuery({ ...gistHits(serverQuery), enabled: serverQuery !== '' });
  const toEntry = ({ id, description }: Pick<Gist, 'id' | 'description'>): PaletteEntry => ({
    id: `gist ${id}`,
    section: 'Gists',
    label: description || `Gist ${id}`,
    icon: 'file',
    synonyms: 'gist',
    run: () => void navigate({ to: '/gists/$gistId', params: { gistId: id }, search: {} }),
  });
  const matches = searchEntries(loadedGists.map(toEntry), query, []);
  const found = mergeResults(matches, serverQuery === '' ? [] : (hits.data ?? []).map(toEntry));
  return {
    found: found.slice(0, maxFound),
    searching: hits.isFetching,
    /** Error of the server's search. */
    failure: serverQuery === '' ? null : getLoadError(hits),
  };
}
