import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mineView } from '../filter/list-views.ts';
import { useTicketFilter } from '../filter/use-filter.ts';
import { ticketList } from '../queries.ts';
import { type QueueList, QueueSection } from './queue-section.tsx';

const mineList: QueueList = {
  title: 'Assigned to me',
  filter: mineView.filter,
  getTime: ({ created_at: at }) => at,
  emptyText: 'No open or waiting tickets are assigned to you.',
};

const awaitingReplyList: QueueList = {
  title: 'Oldest waiting for a reply',
  filter: { state: 'open,pending', awaiting_reply: 'true', sort: 'updated_at' },
  getTime: ({ last_message_at: last, created_at: created }) => last ?? created,
  emptyText: 'Every customer has a reply.',
};

const changedList: QueueList = {
  title: 'Recently changed',
  filter: { sort: '-updated_at' },
  getTime: ({ updated_at: at }) => at,
  emptyText: 'There are no tickets yet.',
};

/** The first tickets of three lists. They appear together, so that nothing moves. */
export default function Queue() {
  const filter = useTicketFilter();
  const mineResult = useInfiniteQuery(ticketList(mineList.filter));
  const awaitingReplyResult = useInfiniteQuery(ticketList(awaitingReplyList.filter));
  const changedResult = useInfiniteQuery(ticketList(changedList.filter));
  const isPending = mineResult.isPending || awaitingReplyResult.isPending || changedResult.isPending;
  return useMemo(() => {
    if (isPending) return null;
    const from = filter ?? {};
    return (
      <>
        <QueueSection list={mineList} result={mineResult} from={from} />
        <QueueSection list={awaitingReplyList} result={awaitingReplyResult} from={from} />
        <QueueSection list={changedList} result={changedResult} from={from} />
      </>
    );
  }, [isPending, filter, mineResult, awaitingReplyResult, changedResult]);
}
