import { canonical, type TicketFilter } from '../tickets/filter/filter.ts';

/** Where the list of each changed view came from: its query → the id of the saved view. For as long as the window lives. */
const entry = 'stardesk:view-origins';
const most = 100;

const read = (): [query: string, viewId: string][] => {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '[]');
  } catch {
    return [];
  }
};

/** Remembers that a list is a saved view with something changed, which its address alone does not tell. */
export function rememberOrigin(filter: TicketFilter, viewId: string): void {
  const query = canonical(filter);
  const others = read().filter(([other]) => other !== query);
  try {
    sessionStorage.setItem(entry, JSON.stringify([...others, [query, viewId]].slice(-most)));
  } catch {
    // Then the list stands for itself.
  }
}

/** The id of the saved view that a list was changed from in this window. */
export const originOf = (filter: TicketFilter): string | undefined =>
  read().find(([query]) => query === canonical(filter))?.[1];
