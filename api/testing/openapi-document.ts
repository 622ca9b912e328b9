import { createChecks } from './openapi-schemas.ts';

/** An object of an OpenAPI document. */
export type Json = { [name: string]: unknown };

/** An operation as the document has it. */
export type Described = {
  id: string;
  /** The error codes it can answer with. */
  codes: readonly number[];
  answer(status: number): DescribedAnswer | null;
  /** What is wrong with a request, by its parameters and its body. */
  checkRequest(url: URL, body: unknown): string[];
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
    checkError: body => createChecks(document).body(errors, body, null),
    find(method, { pathname }) {
      const matching = matchers.find(({ pattern }) => pattern.test(pathname.slice(base.length)));
      // Methods are case-sensitive (RFC 9110 9.1): `get` is none of ours.
      const isWritten = method === method.toUpperCase();
      const operation = isWritten ? matching?.item[method === 'HEAD' ? 'get' : method.toLowerCase()] : undefined;
      return operation === undefined ? null : describe(document, operation);
    },
  };
};

/** `/tickets/{ticket_id}` as a pattern of paths. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const describe = (document: Json, operation: Json): Described => {
  const checks = createChecks(document);
  const answers = operation['responses'] as Record<string, Json>;
  const body = operation['requestBody'] as Json | undefined;
  return {
    id: String(operation['operationId']),
    codes: (operation['x-error-codes'] ?? []) as number[],
    answer: status => {
      const answer = answers[status];
      return answer === undefined ? null : describeAnswer(document, resolve(document, answer));
    },
    checkRequest: (url, sent) => [
      ...checkParameters(document, operation, url),
      ...(body === undefined || sent === undefined ? [] : checks.body(schemaOf(body), sent, null)),
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
      return createChecks(document).body(schemaOf(answer), body, fields);
    },
  };
};

const checkParameters = (document: Json, operation: Json, url: URL): string[] => {
  const parameters = (operation['parameters'] as Json[]).map(parameter => resolve(document, parameter));
  const queries = new Map(parameters.filter(each => each['in'] === 'query').map(each => [String(each['name']), each]));
  return [...url.searchParams].flatMap(([name, value]) => {
    const parameter = queries.get(name);
    if (parameter === undefined) return [`undocumented: parameter ${name}`];
    const schema = parameter['schema'] as Json;
    return createChecks(document)
      .parameter(schema, value)
      .map(problem => `parameter ${name}: ${problem}`);
  });
};

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
