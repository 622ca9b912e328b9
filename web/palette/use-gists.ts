import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Gist } from '#contract';
import { gistList } from '../gists/queries.ts';
import { type Unread, unreadOf } from '../unread.ts';
import { find, unite } from './arrange.ts';
import type { Entry, ShownEntry } from './entry.ts';
import { gistHits } from './queries.ts';

const most = 4;

type FoundGists = {
  found: readonly ShownEntry[];
  searching: boolean;
  /** Why the desk's could not be read. */
  failure: Unread | null;
};

/**
 * The gists that a query is about.
 *
 * @param words what of the query the desk is asked for by now
 */
export function useGists(query: string, words: string): FoundGists {
  const navigate = useNavigate();
  const { data: known = [] } = useInfiniteQuery(gistList({}));
  const hits = useQuery({ ...gistHits(words), enabled: words !== '' });
  const entryOf = ({ id, description }: Pick<Gist, 'id' | 'description'>): Entry => ({
    id: `gist ${id}`,
    section: 'Gists',
    label: description || `Gist ${id}`,
    icon: 'file',
    hidden: 'gist',
    run: () => void navigate({ to: '/gists/$gistId', params: { gistId: id }, search: {} }),
  });
  const fits = find(known.map(entryOf), query, []);
  const found = unite(fits, words === '' ? [] : (hits.data ?? []).map(entryOf));
  return { found: found.slice(0, most), searching: hits.isFetching, failure: words === '' ? null : unreadOf(hits) };
}
