import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type GistRow, gistList, starredGists } from '../queries.ts';
import { chooseGists } from './choices.ts';

const starredList = gistList({ starred: 'true', sort: '-updated_at' });
const recentList = gistList({ sort: '-updated_at' });

/** Reads what the layer shows first, before it is asked for. */
export function prefetchChoices(client: QueryClient): void {
  void client.prefetchQuery(starredGists);
  void client.prefetchInfiniteQuery(starredList);
  void client.prefetchInfiniteQuery(recentList);
}

type Choices = {
  gists: readonly GistRow[];
  isPending: boolean;
  /** Why there is nothing; null where there is something. */
  error: Error | null;
  retry: () => void;
};

const none: readonly GistRow[] = [];

/** The gists that fit some words. `asked`: the words as the server is to be asked, which lag behind. */
export function useChoices(words: string, asked: string): Choices {
  const starred = useInfiniteQuery(starredList);
  const recent = useInfiniteQuery(recentList);
  const found = useInfiniteQuery({ ...gistList({ q: asked }), enabled: asked !== '' });
  const { data: ids } = useQuery(starredGists);
  // All of it or nothing, so that the first one stays the first.
  const isRead = ids !== undefined && recent.data !== undefined && !starred.isPending;
  const gists = useMemo(() => {
    if (!isRead) return none;
    // What was found for a shorter word may not fit any more: Enter would insert it.
    const isCurrent = asked !== '' && asked === words.trim() && !found.isPlaceholderData;
    const foundRows = isCurrent ? (found.data ?? none) : none;
    return chooseGists(words, {
      known: [...(starred.data ?? none), ...(recent.data ?? none), ...foundRows],
      found: new Set(foundRows.map(({ id }) => id)),
      starred: ids ?? new Set(),
    });
  }, [words, asked, starred.data, recent.data, found.data, found.isPlaceholderData, ids, isRead]);
  return {
    gists,
    isPending: (!isRead && !recent.isError) || found.isLoading || found.isPlaceholderData || words.trim() !== asked,
    error: recent.data ? null : recent.error,
    retry: () => void recent.refetch(),
  };
}
