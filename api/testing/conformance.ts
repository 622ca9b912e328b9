import { AssertionError } from 'node:assert';
import { type JsonSchema, type OperationCheck, openDocument } from './openapi-document.ts';

type Exchange = {
  method: string;
  /** The absolute URL. */
  url: URL;
  sentHeaders: Headers;
  /** The request body; null for none or unknown. */
  sent: string | null;
  status: number;
  headers: Headers;
  /** The JSON response body; undefined for none. */
  received: unknown;
};

/** Throws an AssertionError that lists every violation. */
export type ConformanceCheck = (exchange: Exchange) => void;

/** Statuses of requests for which no operation was found. */
const genericStatuses = [308, 400, 401, 404, 405, 410, 414, 429, 431];

/**
 * Checks responses against the served OpenAPI document. Violations are undocumented operations, statuses, error codes
 * or headers, missing headers, invalid bodies, invalid requests that succeeded, and different bodies with the same
 * strong ETag.
 */
export const createConformance = (document: JsonSchema): ConformanceCheck => {
  const open = openDocument(document);
  const { version: current } = document['info'] as { version: string };
  const texts = new Map<string, string>();
  return exchange => {
    if (exchange.method === 'OPTIONS' || !open.covers(exchange.url)) return;
    const operation = open.find(exchange.method, exchange.url);
    const problems =
      operation === null
        ? checkUndocumented(open.checkError, exchange)
        : checkResponse(operation, exchange, (exchange.sentHeaders.get('X-Api-Version') ?? current) === current);
    if (isItemRead(exchange) && !isConsistent(texts, exchange))
      problems.push('a different body had the same strong ETag');
    if (problems.length === 0) return;
    const line = `${exchange.method} ${exchange.url.pathname}${exchange.url.search} → ${exchange.status}`;
    throw new AssertionError({
      message: `A response violates the OpenAPI document.\n${line}\n${problems.join('\n')}`,
    });
  };
};

const isItemRead = ({ method, status, headers }: Exchange): boolean =>
  method === 'GET' && status === 200 && headers.get('ETag')?.startsWith('"') === true;

/** Returns whether the ETag still identifies one body of a URL. A strong ETag must do this (RFC 9110 8.8.1). */
const isConsistent = (texts: Map<string, string>, { url, sentHeaders, headers, received }: Exchange): boolean => {
  const text = JSON.stringify(received);
  const key = `${url} ${sentHeaders.get('X-Api-Version')} ${headers.get('ETag')}`;
  const earlier = texts.get(key) ?? text;
  texts.set(key, text);
  return earlier === text;
};

/** Undocumented paths and methods must redirect or fail with a generic error. */
const checkUndocumented = (
  checkError: (body: unknown) => string[],
  { method, status, received }: Exchange,
): string[] => {
  if (!genericStatuses.includes(status)) return ['the document does not contain the operation'];
  return status < 400 || method === 'HEAD' ? [] : checkError(received);
};

/**
 * Returns the violations of a documented operation. The document describes requests and successful bodies of the
 * current version; the rest applies to every version.
 */
const checkResponse = (operation: OperationCheck, exchange: Exchange, isCurrentVersion: boolean): string[] => {
  const { url, sentHeaders, sent, status, headers, received } = exchange;
  const documented = operation.findResponse(status);
  if (documented === null) return [`${operation.id} documents no ${status}`];
  const code = (received as { code?: number } | undefined)?.code;
  return [
    ...documented.required.filter(name => !headers.has(name)).map(name => `the header ${name} is missing`),
    ...(status < 400
      ? documented.forbidden.filter(name => headers.has(name)).map(name => `undocumented: ${name}`)
      : []),
    ...(exchange.method === 'HEAD' || !(isCurrentVersion || status >= 400)
      ? []
      : documented.check(received, parseFieldsParameter(url))),
    ...(status >= 400 && code !== undefined && !operation.codes.includes(code) ? [`undocumented: code ${code}`] : []),
    ...(isCurrentVersion && status < 400 ? operation.checkRequest({ url, headers: sentHeaders, body: sent }) : []),
  ];
};

/** Returns the members selected by `fields`; null for all. */
const parseFieldsParameter = (url: URL): string[] | null => url.searchParams.get('fields')?.split(',') ?? null;
