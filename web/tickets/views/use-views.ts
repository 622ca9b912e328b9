import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { View as SavedView } from '#contract';
import { getLoadError, type LoadError } from '../../api-client/load-error.ts';
import { usePerson } from '../../session/person.ts';
import { parseFilter } from '../filter/filter.ts';
import { builtInViews, type ListView } from '../filter/list-views.ts';
import { useAfterFirstList } from '../list/use-after-first-list.ts';
import { savedViews } from './queries.ts';

const noViews: readonly SavedView[] = [];

/** Returns the person's own saved views, then the shared views. They load after the page's list. */
export const useSavedViews = (): readonly ListView[] => useSavedViewsQuery().views;

/** Returns the load error if no saved views are available, not even in browser storage. Otherwise null. */
export const useViewsError = (): LoadError | null => useSavedViewsQuery().failure;

function useSavedViewsQuery(): { views: readonly ListView[]; failure: LoadError | null } {
  const { id } = usePerson();
  const query = useQuery({ ...savedViews(id), enabled: useAfterFirstList() });
  const { data = noViews } = query;
  const views = useMemo(() => {
    const isOwn = (view: SavedView): boolean => view.owner_id === id;
    return [...data.filter(isOwn), ...data.filter(view => !isOwn(view))].map(toListView);
  }, [data, id]);
  return { views, failure: getLoadError(query) };
}

export function useViews(): readonly ListView[] {
  const saved = useSavedViews();
  return useMemo(() => [...builtInViews, ...saved], [saved]);
}

const toListView = (saved: SavedView): ListView => ({
  name: saved.name,
  icon: saved.shared ? 'people' : 'inbox',
  filter: parseFilter(saved.query),
  saved,
});
