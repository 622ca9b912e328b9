import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Position } from '../database/keyset.ts';
import type { Page, Place } from '../database/page.ts';
import { ApiError } from './errors.ts';
import { pairsOf } from './parameters.ts';

/** Parameters that change how a page is written, not which rows are in which order. */
const unbound = new Set(['cursor', 'per_page', 'fields', 'pretty', 'count', 'envelope']);

const digits = { after: 'a', before: 'b', end: 'z' } as const;

/** Binds a cursor to the list it was made for: its address, and what the filters and the sort of its query mean. */
export const bindingOf = (path: string, query: object): string => {
  const bound = Object.entries(query).filter(([name]) => !unbound.has(name));
  return hash('sha256', JSON.stringify([path, bound]), 'base64url').slice(0, 10);
};

/** A place that a cursor leads to. */
type CursorPlace = Exclude<Place, { from: 'start' }>;

/** The cursor that leads to a place of a list. */
const writeCursor = (binding: string, place: CursorPlace): string => {
  const position = 'position' in place ? place.position : [];
  return Buffer.from(JSON.stringify([binding, digits[place.from], ...position])).toString('base64url');
};

/**
 * Reads a cursor back.
 * @throws ApiError 400 when it is garbage, or was made for another list, filter or sort
 */
export const readCursor = (binding: string, cursor: string | undefined, keys: number): Place => {
  if (cursor === undefined) return { from: 'start' };
  const place = placeIn(cursor, keys);
  // Node's base64 decoder skips what it cannot decode, and JSON allows spaces: accept our own encoding only.
  if (place === null || writeCursor(binding, place) !== cursor) throw badCursor();
  return place;
};

const placeIn = (cursor: string, keys: number): CursorPlace | null => {
  const [, direction, ...position] = unpack(cursor);
  const [from] = Object.entries(digits).find(([, digit]) => digit === direction) ?? [];
  if (from === 'end') return { from };
  const isPosition = position.length === keys && position.every(value => Number.isSafeInteger(value));
  if (from === undefined || !isPosition) return null;
  return { from: from as 'after' | 'before', position: position as Position };
};

const badCursor = (): ApiError =>
  new ApiError(
    'bad_cursor',
    'The cursor does not belong to this list. Start again without it, and follow the Link header.',
  );

const unpack = (cursor: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

/** The addresses of a page's neighbours; those that do not apply are left out. */
export type PageLinks = { first: string; prev?: string; next?: string; last: string };

/** Absolute addresses with every other parameter kept and `per_page` explicit. */
export const linksOf = (
  request: Request,
  publicOrigin: string,
  query: { per_page: number },
  page: Page<unknown>,
): PageLinks => {
  const [path = ''] = request.originalUrl.split('?', 1);
  const binding = bindingOf(path, query);
  const kept = pairsOf(request.originalUrl).filter(([name]) => name !== 'cursor' && name !== 'per_page');
  const address = (cursor?: string): string => {
    const pairs = [
      ...kept,
      ['per_page', String(query.per_page)],
      ...(cursor === undefined ? [] : [['cursor', cursor]]),
    ];
    const written = pairs.map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return `${publicOrigin}${path}?${written.join('&')}`;
  };
  const beside = (from: 'after' | 'before', position: Position) => address(writeCursor(binding, { from, position }));
  return {
    first: address(),
    ...(page.hasPrevious && page.first !== null && { prev: beside('before', page.first) }),
    ...(page.hasNext && page.last !== null && { next: beside('after', page.last) }),
    last: address(writeCursor(binding, { from: 'end' })),
  };
};

/** Writes the links as RFC 8288 has them. */
export const setLinks = (response: Response, links: PageLinks): void => {
  const values = Object.entries(links).map(([rel, address]) => `<${address}>; rel="${rel}"`);
  response.setHeader('Link', values.join(', '));
};
