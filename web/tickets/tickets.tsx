import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import css from '../list/panes.module.css';
import { toSearchText } from '../list/prefix-query.ts';
import { createRowState } from '../list/row-state.ts';
import { PageTitle } from '../session/page-title.tsx';
import { usePreferences } from '../storage/preferences.ts';
import { FilterChips } from './filter/filter-chips.tsx';
import { useTicketFilter } from './filter/use-filter.ts';
import { useTagClicks } from './filter/use-tag-clicks.ts';
import { ListBar } from './list/list-bar.tsx';
import { usePrefetchOnIntent } from './list/prefetch.ts';
import { TicketList } from './list/ticket-list.tsx';
import { useOpenTicketId } from './use-open-ticket-id.ts';
import { useCurrentView } from './views/use-current-view.ts';

/** The list for the filter in the URL, and the open ticket beside it. */
export function TicketsPage() {
  const filter = useTicketFilter() ?? {};
  const openId = useOpenTicketId();
  const [head, setHead] = useState<HTMLElement | null>(null);
  const { customerPanel } = usePreferences();
  const [rowState] = useState(createRowState);
  usePrefetchOnIntent();
  const { view } = useCurrentView(filter);
  const list = useTagClicks<HTMLElement>(filter);
  const title = view?.name ?? 'Tickets';
  const pageTitle = filter.q === undefined ? title : `“${toSearchText(filter.q)}” in ${title}`;
  return (
    <main
      className={css.panes}
      data-open={openId !== undefined || undefined}
      data-third={customerPanel || undefined}
      id="content"
      tabIndex={-1}
    >
      {openId === undefined && <PageTitle>{pageTitle}</PageTitle>}
      <section ref={list} className={css.list} aria-label="Ticket list">
        <div ref={setHead} className={css.head}>
          <div>
            <ListBar title={title} saved={view?.saved} filter={filter} />
            <FilterChips filter={filter} />
          </div>
        </div>
        <TicketList filter={filter} openId={openId} rowState={rowState} head={head} />
      </section>
      <Outlet />
    </main>
  );
}
