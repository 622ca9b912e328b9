import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type FurtherPages = {
  /** True while these still are the rows of the list before. */
  stale: boolean;
  more: boolean;
  /** Why further ones could not be read; null where nothing says so. */
  failure: unknown;
  readMore: () => void;
};

/** What rows have to know of the pages that come after theirs. */
export const furtherPages = (list: UseInfiniteQueryResult<unknown>): FurtherPages => ({
  stale: list.isPlaceholderData,
  more: list.hasNextPage,
  failure: list.isFetchNextPageError ? list.error : null,
  readMore: () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage({ cancelRefetch: false });
  },
});
