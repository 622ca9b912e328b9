import { parseJson } from '#contract/json';
import { anyMediaType } from '#contract/operation';
import { getChecks } from './openapi-schemas.ts';

/** An object of an OpenAPI document. */
export type JsonSchema = { [name: string]: unknown };

/** A documented operation, and the checks of its requests and responses. */
export type OperationCheck = {
  id: string;
  /** Documented error codes. */
  codes: readonly number[];
  findResponse(status: number): DescribedResponse | null;
  /** Returns the problems of a request: its path, query, header fields, content type and body. */
  checkRequest(request: { url: URL; headers: Headers; body: string | null }): string[];
};

type DescribedResponse = {
  /** The headers that every such response has. */
  required: readonly string[];
  /** The headers that are documented for other responses only. */
  forbidden: readonly string[];
  /** Returns the problems of a body that should have only the selected `fields`; null selects all. */
  check(body: unknown, fields: readonly string[] | null): string[];
};

/** An OpenAPI document against which requests and responses can be checked. */
export type OpenDocument = {
  /** True below the document's base path, except for the token endpoint, which RFC 6749 defines. */
  covers(url: URL): boolean;
  find(method: string, url: URL): OperationCheck | null;
  /** Returns the problems of an error body, for any request. */
  checkError(body: unknown): string[];
};

export const openDocument = (document: JsonSchema): OpenDocument => {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, JsonSchema>>);
  // Paths without parameters come first (OpenAPI 3.1, Paths Object).
  const matchers = paths
    .map(([path, item]) => ({ pattern: toPattern(path), parameters: path.split('{').length, item }))
    .sort((left, right) => left.parameters - right.parameters);
  const base = new URL((document['servers'] as { url: string }[])[0]?.url ?? '').pathname;
  const errors = { anyOf: ['Error', 'ValidationError'].map(name => ({ $ref: `#/components/schemas/${name}` })) };
  return {
    covers: ({ pathname }) => pathname.startsWith(`${base}/`) && pathname !== `${base}/oauth/token`,
    checkError: body => getChecks(document).response(errors, body, null),
    find(method, { pathname }) {
      const path = pathname.slice(base.length);
      const matching = matchers.find(({ pattern }) => pattern.test(path));
      // Methods are case-sensitive (RFC 9110 9.1): `get` is unknown.
      const isUpperCase = method === method.toUpperCase();
      const operation = isUpperCase ? matching?.item[method === 'HEAD' ? 'get' : method.toLowerCase()] : undefined;
      return operation === undefined
        ? null
        : describeOperation(document, operation, matching?.pattern.exec(path)?.groups);
    },
  };
};

/** Converts `/tickets/{ticket_id}` to a regular expression. */
const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** @param path the encoded path parameters */
const describeOperation = (
  document: JsonSchema,
  operation: JsonSchema,
  path: Record<string, string> = {},
): OperationCheck => {
  const responses = operation['responses'] as Record<string, JsonSchema>;
  return {
    id: String(operation['operationId']),
    codes: (operation['x-error-codes'] ?? []) as number[],
    findResponse: status => {
      const response = responses[status];
      return response === undefined ? null : describeResponse(document, resolveReference(document, response));
    },
    checkRequest: ({ url, headers, body }) => [
      ...checkParameters(document, operation, { path: decodePath(path), query: url.searchParams, header: headers }),
      ...checkBody(document, operation, headers, body),
    ],
  };
};

const describeResponse = (document: JsonSchema, response: JsonSchema): DescribedResponse => {
  const headers = Object.entries((response['headers'] ?? {}) as Record<string, JsonSchema>);
  const headerNames = Object.keys((document['components'] as Record<string, JsonSchema>)['headers'] ?? {});
  const named = new Set(headers.map(([name]) => name));
  return {
    required: headers
      .filter(([, header]) => resolveReference(document, header)['required'] === true)
      .map(([name]) => name),
    forbidden: headerNames.filter(name => !named.has(name)),
    check: (body, fields) => {
      if (!('content' in response)) return body === undefined ? [] : ['undocumented: body'];
      return getChecks(document).response(getSchema(response), body, fields);
    },
  };
};

const decodePath = (path: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]));

/** The parameters of a request by location. */
type Sent = { path: ReadonlyMap<string, string>; query: URLSearchParams; header: Headers };

const checkParameters = (document: JsonSchema, operation: JsonSchema, sent: Sent): string[] => {
  const parameters = (operation['parameters'] as JsonSchema[]).map(parameter => resolveReference(document, parameter));
  const isKnown = (name: string) => parameters.some(each => each['in'] === 'query' && each['name'] === name);
  const unknown = [...sent.query.keys()].filter(name => !isKnown(name));
  return [
    ...unknown.map(name => `undocumented: parameter ${name}`),
    ...parameters.flatMap(({ in: location, name, schema }) => {
      const value = sent[location as keyof Sent].get(String(name)) ?? null;
      const problems = value === null ? [] : getChecks(document).parameter(schema as JsonSchema, value);
      return problems.map(problem => `parameter ${name}: ${problem}`);
    }),
  ];
};

/** Checks the content type, and the body unless it is compressed, unknown or not JSON. */
const checkBody = (document: JsonSchema, operation: JsonSchema, headers: Headers, body: string | null): string[] => {
  const described = operation['requestBody'] as JsonSchema | undefined;
  if (described === undefined) return [];
  const type = (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const types = Object.keys(described['content'] as JsonSchema);
  if (types.includes(anyMediaType)) return [];
  if (!types.includes(type)) return [`undocumented: content type ${type}`];
  const isUnread = body === null || headers.has('Content-Encoding') || !type.endsWith('json');
  return isUnread ? [] : getChecks(document).request(getSchema(described), parseJson(removeByteOrderMark(body)));
};

const removeByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '');

const getSchema = (described: JsonSchema): JsonSchema => {
  const [media] = Object.values(described['content'] as Record<string, JsonSchema>);
  return (media?.['schema'] ?? {}) as JsonSchema;
};

/** Follows a reference within the document. */
export const resolveReference = (document: JsonSchema, value: JsonSchema): JsonSchema => {
  if (typeof value['$ref'] !== 'string') return value;
  const path = value['$ref'].slice(2).split('/');
  return path.reduce<JsonSchema>((within, name) => (within[name] ?? {}) as JsonSchema, document);
};
