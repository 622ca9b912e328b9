import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { View as SavedView } from '#contract';
import { usePerson } from '../session/person.ts';
import { filterFrom } from '../tickets/filter/filter.ts';
import { type View, views } from '../tickets/filter/views.ts';
import { type Unread, unreadOf } from '../unread.ts';
import { savedViews } from './queries.ts';

const none: readonly SavedView[] = [];

/** The saved views one may open: one's own, then those that others share. They are read once the page's own list is asked for. */
export const useSavedViews = (): readonly View[] => useReadViews().views;

/** Why there are no saved views, not even those of the last visit. */
export const useUnreadViews = (): Unread | null => useReadViews().failure;

function useReadViews(): { views: readonly View[]; failure: Unread | null } {
  const { id } = usePerson();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(true));
    return () => clearTimeout(timer);
  }, []);
  const reading = useQuery({ ...savedViews(id), enabled: asked });
  const { data = none } = reading;
  const views = useMemo(() => {
    const own = (view: SavedView): boolean => view.owner_id === id;
    return [...data.filter(own), ...data.filter(view => !own(view))].map(asView);
  }, [data, id]);
  return { views, failure: unreadOf(reading) };
}

/** Every view there is: the desk's, then the saved ones. */
export function useViews(): readonly View[] {
  const saved = useSavedViews();
  return useMemo(() => [...views, ...saved], [saved]);
}

const asView = (saved: SavedView): View => ({
  name: saved.name,
  icon: saved.shared ? 'people' : 'inbox',
  filter: filterFrom(saved.query),
  saved,
});
