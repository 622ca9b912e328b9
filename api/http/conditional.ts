import { hash } from 'node:crypto';
import type { Request } from 'express';
import { parseEtags, toOpaqueEtag } from './etags.ts';
import { parseHttpDate } from './http-date.ts';
import { acceptsGzip } from './json-response.ts';
import type { Principal } from './principal.ts';
import type { HttpResponse } from './response.ts';

/**
 * The values that determine an item's ETag and Last-Modified. `reader` is the caller's id, if the item of the URL
 * depends on the caller (`/people/me`). Each caller then has separate ETags: the cache of a browser can still contain
 * the item of the previous user (RFC 9110 8.8.3).
 */
export type Versioned = { version: number; updated_at: number; reader?: string };

type VersionedRequest = { request: Request; apiVersion: { date: string } };

type ListReader = { caller: Principal; apiVersion: { date: string } };

/** A Last-Modified is reliable only from this age on: several changes can share one second. */
const settledMilliseconds = 2000;

/** Formats an item's strong ETag; the content coding is part of it (RFC 9110 8.8.3.3). */
const formatItemEtag = ({ version, reader }: Versioned, date: string, gzip: boolean): string =>
  `"${version}.${date}${reader === undefined ? '' : `.${reader}`}${gzip ? '-gzip' : ''}"`;

/** Formats a list's weak ETag. `validator` changes with the list; it can be a change counter. */
export const formatListEtag = (
  validator: string,
  path: string,
  query: object,
  { caller, apiVersion }: ListReader,
): string => {
  const digest = hash(
    'sha256',
    JSON.stringify([validator, path, query, caller.person.id, apiVersion.date]),
    'base64url',
  );
  return `W/"${digest.slice(0, 22)}"`;
};

/** Allows only the client to cache a response, and requires it to revalidate. */
export const setCaching = (response: HttpResponse): void => {
  response.setHeader('Cache-Control', 'private, no-cache');
};

/**
 * Sets ETag, Last-Modified and Date of an item. Last-Modified must not be later than Date (RFC 9110 8.8.2.1). Node's
 * own Date lags by up to a second under load. The clock of the process that changed the item can be ahead.
 */
export const setValidators = (
  { request, response, apiVersion, clock }: VersionedRequest & { response: HttpResponse; clock: () => number },
  item: Versioned,
): void => {
  const now = clock();
  response.setHeader('ETag', formatItemEtag(item, apiVersion.date, acceptsGzip(request)));
  response.setHeader('Date', new Date(now).toUTCString());
  response.setHeader('Last-Modified', new Date(Math.min(item.updated_at, now)).toUTCString());
};

/** Reads the validators back from a representation. */
export const toVersioned = (representation: Record<string, unknown>): Versioned => ({
  version: Number(representation['version']),
  updated_at: Date.parse(String(representation['updated_at'])),
});

/**
 * Returns whether a precondition fails (RFC 9110 13.2.2). `current` is null if the item does not exist.
 * @throws ApiError 400 for a malformed If-Match or If-None-Match
 */
export const preconditionFails = (request: Request, current: Versioned | null, now: number): boolean => {
  const ifMatch = parseEtags(request, 'If-Match');
  const ifNoneMatch = parseEtags(request, 'If-None-Match');
  if (ifMatch !== null) {
    if (current === null || !ifMatch.some(etag => etag === '*' || matchesVersion(etag, current))) return true;
  } else if (current !== null && isLaterThan(current, getDate(request, 'If-Unmodified-Since', now))) return true;
  // For GET and HEAD, `isNotModified` evaluates If-None-Match.
  if (ifNoneMatch === null || current === null || request.method === 'GET' || request.method === 'HEAD') return false;
  return ifNoneMatch.some(etag => etag === '*' || matchesVersion(toOpaqueEtag(etag), current));
};

/** Returns whether If-Match fails for a list. Lists have weak ETags, so only `*` matches. @throws ApiError 400 */
export const listPreconditionFails = (request: Request): boolean => {
  const etags = parseEtags(request, 'If-Match');
  return etags !== null && !etags.includes('*');
};

/** Returns whether the client's cached item is current: a GET then gets 304. @throws ApiError 400 */
export const isNotModified = (
  { request, apiVersion, clock }: VersionedRequest & { clock: () => number },
  item: Versioned,
): boolean => {
  const etags = parseEtags(request, 'If-None-Match');
  const ownEtags = [formatItemEtag(item, apiVersion.date, false), formatItemEtag(item, apiVersion.date, true)];
  if (etags !== null) return etags.some(etag => etag === '*' || ownEtags.includes(toOpaqueEtag(etag)));
  const since = getDate(request, 'If-Modified-Since', clock());
  if (since === null) return false;
  const changedAt = toWholeSecond(item.updated_at);
  return changedAt < since || (changedAt === since && clock() - item.updated_at >= settledMilliseconds);
};

/** Returns whether If-None-Match contains this ETag or `*`. @throws ApiError 400 if it is malformed */
export const matchesIfNoneMatch = (request: Request, etag: string): boolean =>
  (parseEtags(request, 'If-None-Match') ?? []).some(each => each === '*' || toOpaqueEtag(each) === toOpaqueEtag(etag));

/** Returns whether an ETag names the current version. Any API version and coding match, and so does the bare number. */
const matchesVersion = (etag: string, { version }: Versioned): boolean =>
  /^"(\d+)(?:\.\d{4}-\d\d-\d\d(?:\.\w+)?(?:-gzip)?)?"$/.exec(etag)?.[1] === String(version);

const isLaterThan = (item: Versioned, date: number | null): boolean =>
  date !== null && toWholeSecond(item.updated_at) > date;

const toWholeSecond = (time: number): number => Math.floor(time / 1000) * 1000;

/** Parses a date header; null if it is missing or invalid. RFC 9110 13.1.3 and 13.1.4 ignore invalid dates. */
const getDate = (request: Request, name: 'If-Modified-Since' | 'If-Unmodified-Since', now: number): number | null => {
  const header = request.get(name);
  return header === undefined ? null : parseHttpDate(header, now);
};
