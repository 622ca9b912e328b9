/** The deviation of a request from the document: 0 valid, 1 nearly valid, 2 anything. */
export type Deviation = 0 | 1 | 2;

/**
 * A request as data, which can be printed, replayed and shortened. A placeholder is enclosed in tildes:
 * `~gist.1~` is the id of a gist, `~secret.0~` is a word that only its owner may see.
 */
export type Step = {
  /** The name of a caller in callers.ts, or `owner` for the owner of the addressed resource. */
  as: string;
  method: string;
  /** Relative to API_PUBLIC_URL, percent-encoded. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** One character per byte; null for no body. */
  body: string | null;
  /** True to check that a rejected request changes nothing. */
  checksUnchanged: boolean;
};

/** Creates a step from a request line relative to /v1: `GET /gists?count=true`. */
export const createStep = (as: string, line: string, body?: object, headers: Step['headers'] = []): Step => {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const type = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
  return {
    ...{ as, method, path: `/v1${path}`, query, headers: [...type, ...headers] },
    ...{ body: body === undefined ? null : JSON.stringify(body), checksUnchanged: false },
  };
};

/** Raw bytes, one character each, to an operation or to the authorization server. */
export type RawBytes = { to: 'operation' | 'oauth'; bytes: string };

/** An action of a sequence: a request, concurrent requests, or raw bytes. */
export type Action = Step | { concurrent: readonly Step[] } | RawBytes;

const truncate = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}… (${text.length})` : text);

const describeStep = ({ as, method, path, query, headers, body }: Step): string =>
  [
    `${as}: ${method} ${path}${query && '?'}${truncate(query)}`,
    ...headers.map(([name, value]) => `${name}: ${JSON.stringify(truncate(value))}`),
    ...(body === null ? [] : [JSON.stringify(truncate(body))]),
  ].join('  ');

/** Formats an action, one line per request. */
export const describeAction = (action: Action): string => {
  if ('bytes' in action) return `bytes: ${JSON.stringify(truncate(action.bytes))}`;
  if ('concurrent' in action)
    return ['concurrently:', ...action.concurrent.map(step => `  ${describeStep(step)}`)].join('\n');
  return describeStep(action);
};
