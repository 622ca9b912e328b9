import { AssertionError } from 'node:assert';
import { type Described, type Json, openDocument } from './openapi-document.ts';

/** A request and what came back. */
type Exchange = {
  method: string;
  /** With the base, path and query. */
  url: URL;
  sentHeaders: Headers;
  /** The text that was sent; null for none, or where it is not known. */
  sent: string | null;
  status: number;
  headers: Headers;
  /** The JSON that came; undefined for none. */
  received: unknown;
};

/** Throws what is wrong with an answer. */
export type Conformance = (exchange: Exchange) => void;

/** Before an operation is found, these may be the answer to anything. */
const anywhere = [308, 400, 401, 404, 405, 410, 414, 429, 431];

/**
 * Holds answers of an api against its own OpenAPI document. Whatever is found is an error of the document or of the api:
 * an operation, status, error code or header it does not know, a header it promises in vain, a body of another shape, and
 * a request that was taken though the document forbids it.
 */
export const createConformance = (document: Json): Conformance => {
  const open = openDocument(document);
  const { version: current } = document['info'] as { version: string };
  return exchange => {
    if (exchange.method === 'OPTIONS' || !open.covers(exchange.url)) return;
    const operation = open.find(exchange.method, exchange.url);
    const problems =
      operation === null
        ? checkOutside(open.checkError, exchange)
        : checkAnswer(operation, exchange, (exchange.sentHeaders.get('X-Api-Version') ?? current) === current);
    if (problems.length === 0) return;
    const line = `${exchange.method} ${exchange.url.pathname}${exchange.url.search} → ${exchange.status}`;
    throw new AssertionError({
      message: `The OpenAPI document and an answer disagree.\n${line}\n${problems.join('\n')}`,
    });
  };
};

/** An address or method that the document does not hold may not do anything. */
const checkOutside = (checkError: (body: unknown) => string[], { method, status, received }: Exchange): string[] => {
  if (!anywhere.includes(status)) return ['the document has no such operation'];
  return status < 400 || method === 'HEAD' ? [] : checkError(received);
};

/** The document says how things look at the current date; what else it says holds at every date. */
const checkAnswer = (operation: Described, exchange: Exchange, looksCurrent: boolean): string[] => {
  const { url, sentHeaders, sent, status, headers, received } = exchange;
  const answer = operation.answer(status);
  if (answer === null) return [`${operation.id} documents no ${status}`];
  const code = (received as { code?: number } | undefined)?.code;
  return [
    ...answer.required.filter(name => !headers.has(name)).map(name => `the header ${name} is missing`),
    ...(status < 400 ? answer.forbidden.filter(name => headers.has(name)).map(name => `undocumented: ${name}`) : []),
    ...(exchange.method === 'HEAD' || !(looksCurrent || status >= 400) ? [] : answer.check(received, fieldsOf(url))),
    ...(status >= 400 && code !== undefined && !operation.codes.includes(code) ? [`undocumented: code ${code}`] : []),
    ...(looksCurrent && status < 400 ? operation.checkRequest({ url, headers: sentHeaders, body: sent }) : []),
  ];
};

/** The members that `fields` asks for: an answer holds no others. */
const fieldsOf = (url: URL): string[] | null => url.searchParams.get('fields')?.split(',') ?? null;
