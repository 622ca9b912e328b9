import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { explainError, getErrorReference } from '../../api-client/errors.ts';
import type { LoadError } from '../../api-client/load-error.ts';
import { usePersonName } from '../../people/use-people.ts';
import { usePerson } from '../../session/person.ts';
import { builtInViews, type ListView } from '../../tickets/filter/list-views.ts';
import { useTicketFilter } from '../../tickets/filter/use-filter.ts';
import { useAfterFirstList } from '../../tickets/list/use-after-first-list.ts';
import { ticketCount } from '../../tickets/queries.ts';
import { savedViewCount } from '../../tickets/views/queries.ts';
import { useCurrentView } from '../../tickets/views/use-current-view.ts';
import { useSavedViews, useViewsError } from '../../tickets/views/use-views.ts';
import { useVisible } from '../../ui/use-visible.ts';
import css from './sidebar.module.css';
import { SidebarLink } from './sidebar-link.tsx';
import { ViewLink } from './view-link.tsx';

/** Links to the built-in views with their ticket counts. */
export const ViewLinks = () => <LinkList views={builtInViews} />;

/** Links to the saved views, or a retry button if they failed to load. */
export function SavedViewLinks() {
  const views = useSavedViews();
  const failure = useViewsError();
  if (!failure && views.length === 0) return null;
  return (
    <>
      <h2>Saved views</h2>
      {failure ? <RetryButton {...failure} /> : <LinkList views={views} />}
    </>
  );
}

function RetryButton({ error, retry }: LoadError) {
  const reason = ['Saved views failed to load.', explainError(error), getErrorReference(error)]
    .filter(Boolean)
    .join(' ');
  return (
    <button type="button" className={css.retry} onClick={retry}>
      <SidebarLink icon="alert" name="Couldn’t load. Try again" hint={reason} />
    </button>
  );
}

function LinkList({ views }: { views: readonly ListView[] }) {
  const current = useCurrentTicketView();
  return (
    <ul>
      {views.map(view => (
        <li key={view.saved?.id ?? view.name}>
          <CountedLink view={view} current={view.name === current?.name && view.saved?.id === current.saved?.id} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the current view; undefined outside the ticket pages. */
function useCurrentTicketView(): ListView | undefined {
  const filter = useTicketFilter();
  const { view } = useCurrentView(filter ?? {});
  return filter && view;
}

/**
 * Link with a ticket count, which loads while the link is visible. Counts of saved views load less often, except for
 * the current view.
 */
function CountedLink({ view, current }: { view: ListView; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const afterList = useAfterFirstList();
  const enabled = useVisible(link) && afterList;
  const isFresh = current || view.saved === undefined;
  const { data: freshCount } = useQuery({ ...ticketCount(view.filter), enabled: enabled && isFresh });
  const { data: savedCount } = useQuery({ ...savedViewCount(view), enabled: enabled && !isFresh });
  const hint = useSharedHint(view);
  return (
    <ViewLink ref={link} view={view} current={current} total={(isFresh && freshCount) || savedCount} hint={hint} />
  );
}

function useSharedHint({ saved }: ListView): string | undefined {
  const me = usePerson();
  const getName = usePersonName();
  if (!saved?.shared) return undefined;
  return saved.owner_id === me.id ? 'shared with the team' : `shared by ${getName(saved.owner_id)}`;
}
