/** A thing as an answer shows it. */
type Shown = Record<string, unknown>;

/** A whole answer of the api: one thing, or the rows of a list and the path of its next page. */
export type Answer = { status: number; replayed: boolean; body: Shown; rows: readonly Shown[]; next: string | null };

/** An Idempotency-Key, and the version that a thing has to be at. */
type Conditions = { key?: string | undefined; ifMatch?: number };

/** Sends a request as somebody. Throws where no whole answer came. */
export type Ask = (method: string, path: string, body?: object, conditions?: Conditions) => Promise<Answer>;

/** An api that runs: where it is, and what it answers to the holder of a token. */
export type Desk = { url: string; as(token: string): Ask };

export const deskAt = (url: string): Desk => ({
  url,
  as:
    token =>
    async (method, path, body, { key, ifMatch } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
          ...(ifMatch !== undefined && { 'If-Match': `"${ifMatch}"` }),
        },
      });
      const text = await response.text();
      const read: unknown = text === '' ? {} : JSON.parse(text);
      const { status, headers } = response;
      const shown = Array.isArray(read) ? { body: {}, rows: read } : { body: read as Shown, rows: [] };
      const [, next = null] = /<[^>]*?(\/v1\/[^>]*)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
      return { status, replayed: headers.get('Idempotency-Replayed') === 'true', ...shown, next };
    },
});

/** The rows of a list, page after page. */
export async function* rowsOf(ask: Ask, path: string): AsyncGenerator<Shown> {
  for (let page: string | null = path; page !== null; ) {
    const { status, rows, next, body } = await ask('GET', page);
    if (status !== 200) throw new Error(`${page} is ${status} ${JSON.stringify(body)}`);
    yield* rows;
    page = next;
  }
}

/** Whether the store, or the api, was gone before there was an answer. */
export const isOutage = (answer: Answer | null): answer is null => answer === null || answer.status === 503;
