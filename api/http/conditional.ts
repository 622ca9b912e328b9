import { hash } from 'node:crypto';
import type { Request } from 'express';
import { parseEntityTags, toOpaqueTag } from './entity-tags.ts';
import { parseHttpDate } from './http-date.ts';
import { acceptsGzip } from './json-response.ts';
import type { Principal } from './principal.ts';
import type { HttpResponse } from './response.ts';

/**
 * The members of an item that its validators are computed from. `reader` is set where one URL shows each person another item
 * (`/people/me`): browser caches outlive a change of the user (RFC 9110 8.8.3).
 */
export type Versioned = { version: number; updated_at: number; reader?: string };

type VersionedRequest = { request: Request; apiVersion: { date: string } };

type ListReader = { caller: Principal; apiVersion: { date: string } };

/** Changes within one second share a Last-Modified, so an equal date proves nothing until the second is over. */
const settledMilliseconds = 2000;

/** Formats an item's strong tag from its version, API version, reader and content coding (RFC 9110 8.8.3.3). */
const formatItemTag = ({ version, reader }: Versioned, date: string, gzip: boolean): string =>
  `"${version}.${date}${reader === undefined ? '' : `.${reader}`}${gzip ? '-gzip' : ''}"`;

/** Formats a list's weak tag from the change counter, the path, the parsed query, the reader and the API version. */
export const formatListTag = (
  changes: string,
  path: string,
  query: object,
  { caller, apiVersion }: ListReader,
): string => {
  const digest = hash('sha256', JSON.stringify([changes, path, query, caller.person.id, apiVersion.date]), 'base64url');
  return `W/"${digest.slice(0, 22)}"`;
};

/** Lets only the client cache a GET, success or error, and revalidate it each time. */
export const setCaching = (response: HttpResponse): void => {
  response.setHeader('Cache-Control', 'private, no-cache');
};

/**
 * Sets an item's ETag and Last-Modified, and Date, which Last-Modified must not exceed (RFC 9110 8.8.2.1). Node's Date lags
 * by up to a second under load, and the clock of the process that changed the item may be ahead.
 */
export const setValidators = (
  { request, response, apiVersion, clock }: VersionedRequest & { response: HttpResponse; clock: () => number },
  item: Versioned,
): void => {
  const now = clock();
  response.setHeader('ETag', formatItemTag(item, apiVersion.date, acceptsGzip(request)));
  response.setHeader('Date', new Date(now).toUTCString());
  response.setHeader('Last-Modified', new Date(Math.min(item.updated_at, now)).toUTCString());
};

/** Evaluates the conditional headers against the current item, null if it does not exist (RFC 9110 13.2.2). */
export const preconditionFails = (request: Request, current: Versioned | null, now: number): boolean => {
  const ifMatch = parseEntityTags(request, 'If-Match');
  const ifNoneMatch = parseEntityTags(request, 'If-None-Match');
  if (ifMatch !== null) {
    if (current === null || !ifMatch.some(tag => tag === '*' || matchesVersion(tag, current))) return true;
  } else if (current !== null && isLaterThan(current, getDate(request, 'If-Unmodified-Since', now))) return true;
  // On a read, If-None-Match leads to a 304 instead of a failure.
  if (ifNoneMatch === null || current === null || request.method === 'GET' || request.method === 'HEAD') return false;
  return ifNoneMatch.some(tag => tag === '*' || matchesVersion(toOpaqueTag(tag), current));
};

/** Evaluates If-Match for a list: it always exists and its tags are weak, so only `*` matches. */
export const listPreconditionFails = (request: Request): boolean => {
  const tags = parseEntityTags(request, 'If-Match');
  return tags !== null && !tags.includes('*');
};

/** Decides whether a GET of an item gets a 304, because the client has its current representation. */
export const isNotModified = (
  { request, apiVersion, clock }: VersionedRequest & { clock: () => number },
  item: Versioned,
): boolean => {
  const tags = parseEntityTags(request, 'If-None-Match');
  const ownTags = [formatItemTag(item, apiVersion.date, false), formatItemTag(item, apiVersion.date, true)];
  if (tags !== null) return tags.some(tag => tag === '*' || ownTags.includes(toOpaqueTag(tag)));
  const since = getDate(request, 'If-Modified-Since', clock());
  if (since === null) return false;
  const changed = toWholeSecond(item.updated_at);
  return changed < since || (changed === since && clock() - item.updated_at >= settledMilliseconds);
};

/** Decides whether a GET gets a 304 because the client sent this tag. */
export const hasTag = (request: Request, tag: string): boolean =>
  (parseEntityTags(request, 'If-None-Match') ?? []).some(
    given => given === '*' || toOpaqueTag(given) === toOpaqueTag(tag),
  );

/** Matches tags of the current version in any API version and coding, and the bare version: a write needs no more. */
const matchesVersion = (tag: string, { version }: Versioned): boolean =>
  /^"(\d+)(?:\.\d{4}-\d\d-\d\d(?:\.\w+)?(?:-gzip)?)?"$/.exec(tag)?.[1] === String(version);

const isLaterThan = (item: Versioned, date: number | null): boolean =>
  date !== null && toWholeSecond(item.updated_at) > date;

const toWholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/** Parses a date header; an invalid date is ignored (RFC 9110 13.1.3 and 13.1.4). */
const getDate = (request: Request, name: 'If-Modified-Since' | 'If-Unmodified-Since', now: number): number | null => {
  const header = request.get(name);
  return header === undefined ? null : parseHttpDate(header, now);
};
