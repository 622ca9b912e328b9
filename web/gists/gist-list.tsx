import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { stringifySearch } from '../api-client/search-params.ts';
import { toPagingProps } from '../list/paging-props.ts';
import { PendingChanges } from '../list/pending-changes.tsx';
import { RowSkeletons } from '../list/row-skeletons.tsx';
import { useSteadyList } from '../list/use-steady-list.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { formatCount } from '../ui/format-count.ts';
import { EmptyGists } from './empty-gists.tsx';
import type { GistFilter } from './gist-filter.ts';
import { GistRows } from './gist-rows.tsx';
import { ownGistChanges } from './own-changes.ts';
import { gistList, type ListedGist } from './queries.ts';
import { useIsStarred } from './star.ts';

const noGists: readonly ListedGist[] = [];

type GistListProps = { filter: GistFilter; openId: string | undefined };

/** The gists of a filter, or their loading, error or empty state. */
export function GistList({ filter, openId }: GistListProps) {
  const list = useInfiniteQuery(gistList(filter));
  const listed = useStarFilter(filter, list.data);
  const steady = useSteadyList(list.isPlaceholderData ? 'previous' : stringifySearch(filter), listed, ownGistChanges);
  const { rows } = steady;
  if (list.isPending) return <RowSkeletons subject="gists" />;
  if (list.isError && !list.isPlaceholderData && list.data === undefined) {
    return <ErrorState title="Couldn’t load gists" error={list.error} retry={() => void list.refetch()} />;
  }
  if (rows.length === 0 && !list.hasNextPage) return <EmptyGists filter={filter} />;
  const total = formatCount(listed.length, 'gist');
  return (
    <>
      <PendingChanges total={list.hasNextPage ? null : total} {...steady} />
      <GistRows
        rows={rows}
        removed={steady.removed}
        refreshCount={steady.refreshCount}
        filter={filter}
        openId={openId}
        {...toPagingProps(list)}
      />
    </>
  );
}

/** Filters the rows by the current stars, before the list has been refetched. */
function useStarFilter({ starred }: GistFilter, rows: readonly ListedGist[] = noGists): readonly ListedGist[] {
  const isStarred = useIsStarred();
  return useMemo(
    () => (starred === undefined ? rows : rows.filter(({ id }) => String(isStarred(id) ?? starred) === starred)),
    [rows, starred, isStarred],
  );
}
