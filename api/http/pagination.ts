import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Position } from '../database/keyset.ts';
import type { KeysetPage, PageAnchor } from '../database/page.ts';
import { ApiError } from './errors.ts';
import { parseQueryPairs } from './parameters.ts';

/** Parameters to which a cursor is not bound. They change neither the rows of the whole list nor their order. */
const unboundParameters = new Set(['cursor', 'per_page', 'fields', 'pretty', 'count', 'envelope']);

const directionCodes = { after: 'a', before: 'b', end: 'z' } as const;

/** Hashes the path, filters and sort order for which a cursor is valid. */
export const hashCursorBinding = (path: string, query: object): string => {
  const cached = bindings.get(query);
  if (cached?.path === path) return cached.hash;
  const bound = Object.entries(query).filter(([name]) => !unboundParameters.has(name));
  const digest = hash('sha256', JSON.stringify([path, bound]), 'base64url').slice(0, 10);
  bindings.set(query, { path, hash: digest });
  return digest;
};

/** Hashes of the queries that `readQuery` caches. */
const bindings = new WeakMap<object, { path: string; hash: string }>();

type CursorTarget = Exclude<PageAnchor, { from: 'start' }>;

const formatCursor = (binding: string, target: CursorTarget): string => {
  const position = 'position' in target ? target.position : [];
  return Buffer.from(JSON.stringify([binding, directionCodes[target.from], ...position])).toString('base64url');
};

/**
 * Parses a cursor; without a cursor, the page starts at the first row.
 * @param keyCount the number of columns by which the list is sorted, including the last, unique column
 * @throws ApiError 400 when it is malformed, or belongs to a different list, filter or sort order
 */
export const parseCursor = (binding: string, cursor: string | undefined, keyCount: number): PageAnchor => {
  if (cursor === undefined) return { from: 'start' };
  const target = decodeCursor(cursor, keyCount);
  // Node's base64 decoder skips invalid characters, and JSON allows spaces: accept our own encoding only.
  if (target === null || formatCursor(binding, target) !== cursor) throw badCursorError();
  return target;
};

const decodeCursor = (cursor: string, keyCount: number): CursorTarget | null => {
  const [, direction, ...position] = parseArray(cursor);
  const [from] = Object.entries(directionCodes).find(([, code]) => code === direction) ?? [];
  if (from === 'end') return { from };
  const isPosition = position.length === keyCount && position.every(value => Number.isSafeInteger(value));
  if (from === undefined || !isPosition) return null;
  return { from: from as 'after' | 'before', position: position as Position };
};

const badCursorError = (): ApiError =>
  new ApiError(
    'bad_cursor',
    'The cursor does not belong to this list. Start again without it, and follow the Link header.',
  );

const parseArray = (cursor: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

/** URLs of other pages; `prev` and `next` are omitted if that page does not exist. */
export type PageLinks = { first: string; prev?: string; next?: string; last: string };

/** Builds absolute URLs, which preserve the parameters of the request and always include `per_page`. */
export const createPageLinks = (
  request: Request,
  apiPublicOrigin: string,
  query: { per_page: number },
  page: KeysetPage<unknown>,
): PageLinks => {
  const [path = ''] = request.originalUrl.split('?', 1);
  const binding = hashCursorBinding(path, query);
  const preserved = parseQueryPairs(request.originalUrl).filter(([name]) => name !== 'cursor' && name !== 'per_page');
  const createUrl = (cursor?: string): string => {
    const pairs = [
      ...preserved,
      ['per_page', String(query.per_page)],
      ...(cursor === undefined ? [] : [['cursor', cursor]]),
    ];
    const encoded = pairs.map(([name = '', value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return `${apiPublicOrigin}${path}?${encoded.join('&')}`;
  };
  const createNeighbourUrl = (from: 'after' | 'before', position: Position) =>
    createUrl(formatCursor(binding, { from, position }));
  return {
    first: createUrl(),
    ...(page.hasPrevious && page.first !== null && { prev: createNeighbourUrl('before', page.first) }),
    ...(page.hasNext && page.last !== null && { next: createNeighbourUrl('after', page.last) }),
    last: createUrl(formatCursor(binding, { from: 'end' })),
  };
};

/** Formats the value of the Link header (RFC 8288). */
export const formatLinks = (links: PageLinks): string =>
  Object.entries(links)
    .map(([rel, url]) => `<${url}>; rel="${rel}"`)
    .join(', ');
