import type { UseInfiniteQueryResult } from '@tanstack/react-query';

export type PagingProps = {
  /** True while the rows of the previous list are still shown. */
  isStale: boolean;
  /** True if a further page can be loaded. */
  hasMore: boolean;
  /** Why the next page failed to load, or null. */
  failure: unknown;
  loadMore: () => void;
};

export const toPagingProps = (list: UseInfiniteQueryResult<unknown>): PagingProps => ({
  isStale: list.isPlaceholderData,
  hasMore: list.hasNextPage,
  failure: list.isFetchNextPageError ? list.error : null,
  loadMore: () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage({ cancelRefetch: false });
  },
});
