import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { builtInViews, type ListView } from '../../tickets/filter/list-views.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { ticketCount } from '../../tickets/queries.ts';
import { useVisible } from '../../ui/use-visible.ts';
import { useCurrentTicketView } from './use-current-ticket-view.ts';
import { ViewLink } from './view-link.tsx';

/** Links to the built-in views with their ticket counts. */
export function ViewLinks() {
  const current = useCurrentTicketView();
  return (
    <ul>
      {builtInViews.map(view => (
        <li key={view.name}>
          <CountedLink view={view} current={view === current} />
        </li>
      ))}
    </ul>
  );
}

function CountedLink({ view, current }: { view: ListView; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const visible = useVisible(link);
  const afterList = useAfterFirstList();
  const { data: total } = useQuery({ ...ticketCount(view.filter), enabled: visible && afterList });
  return <ViewLink ref={link} view={view} current={current} total={total} />;
}
