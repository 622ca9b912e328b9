import type { UseNavigateResult } from '@tanstack/react-router';
import { toListRoute } from '../tickets/filter/filter.ts';
import { type ListView, mineView, openView } from '../tickets/filter/list-views.ts';
import type { PaletteEntry } from './entry.ts';

/** Returns entries for all views without an action of their own. */
export const createViewEntries = (views: readonly ListView[], navigate: UseNavigateResult<string>): PaletteEntry[] =>
  views
    .filter(view => view !== openView && view !== mineView)
    .map(({ name, icon, filter, saved }) => {
      const { path, search } = toListRoute(filter);
      return {
        id: `view ${saved?.id ?? name}`,
        section: 'Go to',
        label: `Go to ${name}`,
        icon,
        hidden: 'view list',
        run: () => void navigate({ to: path, search }),
      };
    });
