import type { View as SavedView } from '#contract';
import { isRecord } from '../kept/is-record.ts';
import { inBrowser, parseKept } from '../kept/kept.ts';

const entryOf = (personId: string): string => `stardesk:views:${personId}`;

/** Keeps the views for the next visit, whose rail then has them from the beginning. */
export function keepViews(personId: string, views: SavedView[]): SavedView[] {
  inBrowser.keep(entryOf(personId), JSON.stringify(views));
  return views;
}

/** The views of the last visit; undefined where there was none, or something else lies in their place. */
export function readKeptViews(personId: string): SavedView[] | undefined {
  const kept = parseKept(inBrowser.look(entryOf(personId)));
  return Array.isArray(kept) && kept.every(isView) ? kept : undefined;
}

const texts = ['id', 'name', 'query', 'owner_id'] as const;

const isView = (kept: unknown): kept is SavedView =>
  isRecord(kept) && texts.every(name => typeof kept[name] === 'string');
