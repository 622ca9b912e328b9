import type { View as SavedView } from '#contract';
import { isRecord } from '../kept/is-record.ts';
import { inBrowser, parseKept } from '../kept/kept.ts';

const getStorageKey = (personId: string): string => `stardesk:views:${personId}`;

/** Stores the views, so that the next visit shows them in the sidebar immediately. */
export function keepViews(personId: string, views: SavedView[]): SavedView[] {
  inBrowser.keep(getStorageKey(personId), JSON.stringify(views));
  return views;
}

/** Returns the views stored by the last visit; undefined if there are none or they are malformed. */
export function readKeptViews(personId: string): SavedView[] | undefined {
  const stored = parseKept(inBrowser.look(getStorageKey(personId)));
  return Array.isArray(stored) && stored.every(isView) ? stored : undefined;
}

const textFields = ['id', 'name', 'query', 'owner_id'] as const;

const isView = (stored: unknown): stored is SavedView =>
  isRecord(stored) && textFields.every(name => typeof stored[name] === 'string');
