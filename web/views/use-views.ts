import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { View as SavedView } from '#contract';
import { usePerson } from '../session/person.ts';
import { filterFrom } from '../tickets/filter/filter.ts';
import { type View, views } from '../tickets/filter/views.ts';
import { savedViews } from './queries.ts';

const none: readonly SavedView[] = [];

/** The saved views one may open: one's own, then those that others share. They are read once the page's own list is asked for. */
export function useSavedViews(): readonly View[] {
  const { id } = usePerson();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(true));
    return () => clearTimeout(timer);
  }, []);
  const { data = none } = useQuery({ ...savedViews(id), enabled: asked });
  return useMemo(() => {
    const own = (view: SavedView): boolean => view.owner_id === id;
    return [...data.filter(own), ...data.filter(view => !own(view))].map(asView);
  }, [data, id]);
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
  counted: true,
  saved,
});
