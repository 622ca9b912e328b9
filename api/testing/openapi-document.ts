import { parseJson } from '#contract/json';
import { createChecks } from './openapi-schemas.ts';

/** An object of an OpenAPI document. */
export type Json = { [name: string]: unknown };

/** An operation as the document has it. */
export type Described = {
  id: string;
  /** The error codes it can answer with. */
  codes: readonly number[];
  answer(status: number): DescribedAnswer | null;
  /** What is wrong with a request: its path, query, header fields, content type and body. */
  checkRequest(request: { url: URL; headers: Headers; body: string | null }): string[];
};

type DescribedAnswer = {
  /** Headers that are always there. */
  required: readonly string[];
  /** Headers the document knows elsewhere, and not here. */
  forbidden: readonly string[];
  /** What is wrong with a body of which only `fields` were asked for, or everything. */
  check(body: unknown, fields: readonly string[] | null): string[];
};

/** A document to look things up in. */
export type OpenDocument = {
  /** Whether the document describes an address; the token endpoint is described by RFC 6749. */
  covers(url: URL): boolean;
  find(method: string, url: URL): Described | null;
  /** What is wrong with the body of an error, whatever was asked. */
  checkError(body: unknown): string[];
};

export const openDocument = (document: Json): OpenDocument => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>);
  // An address without parameters goes before one with them (OpenAPI 3.1, Paths Object).
  const matchers = paths
    .map(([path, item]) => ({ pattern: patternOf(path), parameters: path.split('{').length, item }))
    .sort((one, other) => one.parameters - other.parameters);
  const base = new URL((document['servers'] as { url: string }[])[0]?.url ?? '').pathname;
  const errors = { anyOf: ['Error', 'ValidationError'].map(name => ({ $ref: `#/components/schemas/${name}` })) };
  return {
    covers: ({ pathname }) => pathname.startsWith(`${base}/`) && pathname !== `${base}/oauth/token`,
    checkError: body => createChecks(document).response(errors, body, null),
    find(method, { pathname }) {
      const path = pathname.slice(base.length);
      const matching = matchers.find(({ pattern }) => pattern.test(path));
      // Methods are case-sensitive (RFC 9110 9.1): `get` is none of ours.
      const isWritten = method === method.toUpperCase();
      const operation = isWritten ? matching?.item[method === 'HEAD' ? 'get' : method.toLowerCase()] : undefined;
      return operation === undefined ? null : describe(document, operation, matching?.pattern.exec(path)?.groups);
    },
  };
};

/** `/tickets/{ticket_id}` as a pattern of paths. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** @param path the path parameters as they are written in the address */
const describe = (document: Json, operation: Json, path: Record<string, string> = {}): Described => {
  const answers = operation['responses'] as Record<string, Json>;
  return {
    id: String(operation['operationId']),
    codes: (operation['x-error-codes'] ?? []) as number[],
    answer: status => {
      const answer = answers[status];
      return answer === undefined ? null : describeAnswer(document, resolve(document, answer));
    },
    checkRequest: ({ url, headers, body }) => [
      ...checkParameters(document, operation, { path: decodePath(path), query: url.searchParams, header: headers }),
      ...checkBody(document, operation, headers, body),
    ],
  };
};

const describeAnswer = (document: Json, answer: Json): DescribedAnswer => {
  const headers = Object.entries((answer['headers'] ?? {}) as Record<string, Json>);
  const known = Object.keys((document['components'] as Record<string, Json>)['headers'] ?? {});
  const named = new Set(headers.map(([name]) => name));
  return {
    required: headers.filter(([, header]) => resolve(document, header)['required'] === true).map(([name]) => name),
    forbidden: known.filter(name => !named.has(name)),
    check: (body, fields) => {
      if (!('content' in answer)) return body === undefined ? [] : ['a body where none is documented'];
      return createChecks(document).response(schemaOf(answer), body, fields);
    },
  };
};

const decodePath = (path: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]));

/** The parameters of a request by where they are. */
type Sent = { path: ReadonlyMap<string, string>; query: URLSearchParams; header: Headers };

const checkParameters = (document: Json, operation: Json, sent: Sent): string[] => {
  const parameters = (operation['parameters'] as Json[]).map(parameter => resolve(document, parameter));
  const isKnown = (name: string) => parameters.some(each => each['in'] === 'query' && each['name'] === name);
  const unknown = [...sent.query.keys()].filter(name => !isKnown(name));
  return [
    ...unknown.map(name => `undocumented: parameter ${name}`),
    ...parameters.flatMap(({ in: place, name, schema }) => {
      const value = sent[place as keyof Sent].get(String(name)) ?? null;
      const problems = value === null ? [] : createChecks(document).parameter(schema as Json, value);
      return problems.map(problem => `parameter ${name}: ${problem}`);
    }),
  ];
};

/** Checks the content type, and the body unless it is compressed or unknown. */
const checkBody = (document: Json, operation: Json, headers: Headers, body: string | null): string[] => {
  const described = operation['requestBody'] as Json | undefined;
  if (described === undefined) return [];
  const type = (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!(type in (described['content'] as Json))) return [`undocumented: content type ${type}`];
  const isUnread = body === null || headers.has('Content-Encoding');
  return isUnread ? [] : createChecks(document).request(schemaOf(described), parseJson(withoutMark(body)));
};

/** The service ignores a byte order mark, too. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const schemaOf = (described: Json): Json => {
  const [media] = Object.values(described['content'] as Record<string, Json>);
  return (media?.['schema'] ?? {}) as Json;
};

/** Follows a reference within the document. */
const resolve = (document: Json, value: Json): Json => {
  if (typeof value['$ref'] !== 'string') return value;
  const path = value['$ref'].slice(2).split('/');
  return path.reduce<Json>((within, name) => (within[name] ?? {}) as Json, document);
};
