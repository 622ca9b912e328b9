import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { mayPrefetch } from '../../api-client/connection/may-prefetch.ts';
import { preloadChunksWhenIdle } from '../../app/lazy-chunks.ts';
import { toPagingProps } from '../../list/paging-props.ts';
import { PendingChanges } from '../../list/pending-changes.tsx';
import { isAnyRendered, setRenderedRows } from '../../list/rendered-rows.ts';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { type RowStateStore, resetRowState } from '../../list/row-state.ts';
import { useSteadyList } from '../../list/use-steady-list.ts';
import { formatTotal } from '../../ui/format-total.ts';
import { Bulk } from '../bulk/bulk.tsx';
import { type TicketFilter, toCanonicalQuery } from '../filter/filter.ts';
import { type ListedTicket, type TicketListPages, ticketList } from '../queries.ts';
import { EmptyList } from './empty-list.tsx';
import { ownTicketChanges } from './own-changes.ts';
import { usePrefetchNext } from './prefetch.ts';
import { TicketListError } from './ticket-list-error.tsx';
import { TicketRows } from './ticket-rows.tsx';
import { useTotal } from './use-total.ts';

const noTickets: readonly ListedTicket[] = [];

type TicketListProps = {
  filter: TicketFilter;
  openId: string | undefined;
  rowState: RowStateStore;
  /** The list's header, which the bulk bar covers. */
  head: HTMLElement | null;
};

/** The tickets of a filter, or its loading, error or empty state. */
export function TicketList({ filter, openId, rowState, head }: TicketListProps) {
  const list = useInfiniteQuery(ticketList(filter));
  const steady = useSteadyList(
    list.isPlaceholderData ? 'previous' : toCanonicalQuery(filter),
    list.data ?? noTickets,
    ownTicketChanges,
  );
  const { rows } = steady;
  const total = useTotal(filter);
  const onShow = useOnShow(filter);
  const failed = list.isError && !list.isPlaceholderData && list.data === undefined;
  usePrefetchNext(rows, openId);
  usePreloadWhenIdle(list.isSuccess);
  // VirtualRows resets the row state too, but is not rendered for an empty list.
  useLayoutEffect(() => resetRowState(rowState, toCanonicalQuery(filter)), [rowState, filter]);
  return (
    <>
      <Bulk rows={rows} openId={openId} rowState={rowState} head={head} />
      {list.isPending && <RowSkeletons subject="tickets" />}
      {failed && <TicketListError filter={filter} error={list.error} retry={() => void list.refetch()} />}
      {list.data !== undefined && rows.length === 0 && <EmptyList filter={filter} />}
      {list.data !== undefined && rows.length > 0 && (
        <>
          <PendingChanges
            total={total ? `${formatTotal(total)} ${total.count === 1 ? 'ticket' : 'tickets'}` : null}
            {...steady}
          />
          <TicketRows
            rows={rows}
            removed={steady.removed}
            refreshCount={steady.refreshCount}
            filter={filter}
            openId={openId}
            rowState={rowState}
            onShow={onShow}
            {...toPagingProps(list)}
          />
        </>
      )}
    </>
  );
}

/** Returns a callback for rendered rows. It refetches the list if the last refetch skipped one of their pages. */
function useOnShow(filter: TicketFilter): (ids: readonly string[]) => void {
  const client = useQueryClient();
  const list = toCanonicalQuery(filter);
  return ids => {
    setRenderedRows(list, ids);
    const { queryKey } = ticketList(filter);
    const [first, ...laterPages] = client.getQueryData<TicketListPages>(queryKey)?.pages ?? [];
    const isBehind = laterPages.some(
      ({ loadedAt, body }) => loadedAt < (first?.loadedAt ?? 0) && isAnyRendered(list, body),
    );
    if (isBehind) void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
  };
}

const delayMilliseconds = 400;

/** After the first list has loaded, preloads the ticket's code and then all other lazy chunks. */
function usePreloadWhenIdle(isListLoaded: boolean): void {
  useEffect(() => {
    if (!isListLoaded) return;
    const timer = setTimeout(() => {
      // A failure is reported when a ticket is opened.
      const ticket = mayPrefetch() ? import('../ticket.tsx').catch(() => undefined) : Promise.resolve();
      void ticket.then(preloadChunksWhenIdle);
    }, delayMilliseconds);
    return () => clearTimeout(timer);
  }, [isListLoaded]);
}
