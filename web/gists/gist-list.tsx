import { useInfiniteQuery } from '@tanstack/react-query';
import { RowSkeletons } from '../list/row-skeletons.tsx';
import { Failure } from '../ui/failure.tsx';
import { EmptyGists } from './empty-gists.tsx';
import type { GistFilter } from './filter.ts';
import { GistRows } from './gist-rows.tsx';
import { gistList } from './queries.ts';
import { useIsStarred } from './star.ts';

type GistListProps = { filter: GistFilter; openId: string | undefined };

/** The gists of a filter, or what stands in their place. */
export function GistList({ filter, openId }: GistListProps) {
  const list = useInfiniteQuery(gistList(filter));
  const isStarred = useIsStarred();
  if (list.isPending) return <RowSkeletons />;
  if (list.isError && !list.isPlaceholderData && list.data === undefined) {
    return <Failure what="The gists could not be read" error={list.error} retry={() => void list.refetch()} />;
  }
  // A star that was just given or taken counts here before the list is read again.
  const belongs = ({ id }: { id: string }): boolean =>
    filter.starred === undefined || String(isStarred(id) ?? filter.starred) === filter.starred;
  const rows = (list.data ?? []).filter(belongs);
  if (rows.length === 0 && !list.hasNextPage) return <EmptyGists filter={filter} />;
  return (
    <GistRows
      rows={rows}
      filter={filter}
      openId={openId}
      stale={list.isPlaceholderData}
      more={list.hasNextPage}
      failure={list.isFetchNextPageError ? list.error : null}
      readMore={() => {
        if (list.hasNextPage && !list.isFetching) void list.fetchNextPage({ cancelRefetch: false });
      }}
    />
  );
}
