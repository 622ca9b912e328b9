import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { opaqueTag, tagsOf } from './entity-tags.ts';
import { parseHttpDate } from './http-date.ts';
import type { Principal } from './principal.ts';
import { takesGzip } from './representation.ts';

/**
 * What the validators of an item are made of. `reader`: for whom it is at this address, where that is another item for
 * everyone: a browser keeps what one person read there, and asks with its tag for the next (RFC 9110 8.8.3).
 */
export type Versioned = { version: number; updated_at: number; reader?: string };

/** A request, and the API date it asks for. */
type Asked = { request: Request; at: { date: string } };

/** Whose list it is, at which date. */
type Reader = { caller: Principal; at: { date: string } };

/** Two changes within one second carry the same Last-Modified: an equal date says nothing until the second is over. */
const restMilliseconds = 2000;

/** The strong tag of an item: its version, the API date, its reader and the coding it is sent in (RFC 9110 8.8.3.3). */
const itemTag = ({ version, reader }: Versioned, date: string, gzip: boolean): string =>
  `"${version}.${date}${reader === undefined ? '' : `.${reader}`}${gzip ? '-gzip' : ''}"`;

/** The weak tag of a list: the collection's change counter, the address, what its query means, the reader and the API date. */
export const listTag = (changes: string, path: string, query: object, { caller, at }: Reader): string => {
  const digest = hash('sha256', JSON.stringify([changes, path, query, caller.person.id, at.date]), 'base64url');
  return `W/"${digest.slice(0, 22)}"`;
};

/** Caching headers of every GET, whatever becomes of it: kept by the caller alone, and asked again each time. */
export const setCaching = (response: Response): void => {
  response.setHeader('Cache-Control', 'private, no-cache');
};

/**
 * Sets an item's validators, and the Date that Last-Modified must not exceed (RFC 9110 8.8.2.1). Node's own Date is up to
 * a second late under load, and the process that changed the item may have a faster clock.
 */
export const setValidators = (
  { request, response, at, clock }: Asked & { response: Response; clock: () => number },
  item: Versioned,
): void => {
  const now = clock();
  response.setHeader('ETag', itemTag(item, at.date, takesGzip(request)));
  response.setHeader('Date', new Date(now).toUTCString());
  response.setHeader('Last-Modified', new Date(Math.min(item.updated_at, now)).toUTCString());
};

/** What the conditional headers say of the current state, null where the thing does not exist (RFC 9110 13.2.2). */
export const preconditionFails = (request: Request, current: Versioned | null, now: number): boolean => {
  const ifMatch = tagsOf(request, 'If-Match');
  const ifNoneMatch = tagsOf(request, 'If-None-Match');
  if (ifMatch !== null) {
    if (current === null || !ifMatch.some(tag => tag === '*' || namesVersion(tag, current))) return true;
  } else if (current !== null && isLaterThan(current, dateOf(request, 'If-Unmodified-Since', now))) return true;
  // On a read it is no condition that fails, but one that makes a 304.
  if (ifNoneMatch === null || current === null || request.method === 'GET' || request.method === 'HEAD') return false;
  return ifNoneMatch.some(tag => tag === '*' || namesVersion(opaqueTag(tag), current));
};

/** The same of a list, which is always there and whose tags are weak: If-Match is met by `*` alone. */
export const listPreconditionFails = (request: Request): boolean => {
  const tags = tagsOf(request, 'If-Match');
  return tags !== null && !tags.includes('*');
};

/** Whether a GET of an item may be answered 304: the caller has it as it is at its date. */
export const isNotModified = ({ request, at, clock }: Asked & { clock: () => number }, item: Versioned): boolean => {
  const tags = tagsOf(request, 'If-None-Match');
  const own = [itemTag(item, at.date, false), itemTag(item, at.date, true)];
  if (tags !== null) return tags.some(tag => tag === '*' || own.includes(opaqueTag(tag)));
  const since = dateOf(request, 'If-Modified-Since', clock());
  if (since === null) return false;
  const changed = wholeSecond(item.updated_at);
  return changed < since || (changed === since && clock() - item.updated_at >= restMilliseconds);
};

/** Whether a GET may be answered 304 because the caller has what carries this tag. */
export const hasTag = (request: Request, tag: string): boolean =>
  (tagsOf(request, 'If-None-Match') ?? []).some(given => given === '*' || opaqueTag(given) === opaqueTag(tag));

/** The tag of the current version at any date and in any coding, or the bare version: a write asks of nothing else. */
const namesVersion = (tag: string, { version }: Versioned): boolean =>
  /^"(\d+)(?:\.\d{4}-\d\d-\d\d(?:\.\w+)?(?:-gzip)?)?"$/.exec(tag)?.[1] === String(version);

const isLaterThan = (item: Versioned, date: number | null): boolean =>
  date !== null && wholeSecond(item.updated_at) > date;

const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/** A date that does not parse is ignored (RFC 9110 13.1.3 and 13.1.4). */
const dateOf = (request: Request, name: 'If-Modified-Since' | 'If-Unmodified-Since', now: number): number | null => {
  const header = request.get(name);
  return header === undefined ? null : parseHttpDate(header, now);
};
