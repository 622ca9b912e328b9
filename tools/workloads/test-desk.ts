import { connectLmtp } from '../../api/mail/testing/lmtp-client.ts';
import type { ApiProcess } from '../../api/testing/api-process.ts';

type JsonObject = Record<string, unknown>;

/** A response with one resource, or with a list's rows and its next page. */
export type ResourceResponse = {
  status: number;
  replayed: boolean;
  /** Seconds; null without the header. */
  retryAfter: number | null;
  body: JsonObject;
  rows: readonly JsonObject[];
  next: string | null;
};

/** An Idempotency-Key, the version for If-Match, and the media type of a non-JSON body. */
type RequestOptions = { key?: string | undefined; ifMatch?: number; type?: string };

/** Sends a request. Throws without a complete response. */
export type SendToDesk = (
  method: string,
  path: string,
  body?: object | string,
  options?: RequestOptions,
) => Promise<ResourceResponse>;

/** A running API: requests with a token, and mail by LMTP. */
export type TestDesk = {
  url: string;
  as(token: string): SendToDesk;
  /** Sends a mail by LMTP, and returns the reply; `closed` without a reply. */
  deliver(from: string, to: string, mail: string): Promise<string>;
};

export const createTestDesk = ({ url, getEntries }: Pick<ApiProcess, 'url' | 'getEntries'>): TestDesk => ({
  url,
  deliver: createDeliver(getEntries().find(({ msg }) => msg === 'LMTP server listening')?.port ?? 0),
  as:
    token =>
    async (method, path, body, { key, ifMatch, type = 'application/json' } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': type }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
        },
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? {} : JSON.parse(text);
      const { status, headers } = response;
      const content = Array.isArray(parsed) ? { body: {}, rows: parsed } : { body: parsed as JsonObject, rows: [] };
      const [, next = null] = /<[^>]*?(\/v1\/[^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
      const replayed = headers.get('Idempotency-Replayed') === 'true';
      const retryAfter = headers.has('Retry-After') ? Number(headers.get('Retry-After')) : null;
      return { status, replayed, retryAfter, ...content, next };
    },
});

/** Delivers all mail over one connection, as mail servers do. */
const createDeliver = (port: number): TestDesk['deliver'] => {
  let connecting: ReturnType<typeof connectLmtp> | undefined;
  return async (from, to, mail) => {
    connecting ??= connectLmtp(port);
    const client = await connecting.catch(() => null);
    const [reply] = (await client?.deliver(from, [to], mail)) ?? [];
    return reply ?? 'closed';
  };
};

/** Iterates over the rows of a list, page by page. */
export async function* readAllRows(send: SendToDesk, path: string): AsyncGenerator<JsonObject> {
  for (let page: string | null = path; page !== null; ) {
    const { status, rows, next, body } = await send('GET', page);
    if (status !== 200) throw new Error(`${page} returned ${status} ${JSON.stringify(body)}`);
    yield* rows;
    page = next;
  }
}

/** Returns true for a 503 or no response: the store or the API was unavailable. */
export const isUnavailable = (
  response: ResourceResponse | null,
): response is (ResourceResponse & { status: 503 }) | null => response === null || response.status === 503;
