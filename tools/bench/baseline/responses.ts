import { states } from '#contract/enums';
import type { Author } from './add-message.ts';
import type { BaselineMessageRow, BaselineTicketRow } from './rows.ts';
import { serializeMessage, serializeTicket } from './serialize.ts';

const stateNames: readonly string[] = states;

/** A response; 304 and 404 have no body. */
export type BaselineResponse = { status: number; etag?: string; body?: unknown };

type MaybePromise<T> = T | Promise<T>;

/** Runs SQL directly on the database driver. SQLite returns its rows synchronously. */
export type BaselineStore = {
  findTicket(id: string): MaybePromise<BaselineTicketRow | undefined>;
  /** Lists tickets in a state, the most urgent and then the oldest first. */
  listByState(state: number): MaybePromise<BaselineTicketRow[]>;
  /** Lists tickets with a word, the newest first. */
  listByWord(word: string): MaybePromise<BaselineTicketRow[]>;
  /** Returns the counter of ticket changes. */
  getChangeCount(): MaybePromise<number>;
  addMessage(ticketId: string, body: string, author: Author): MaybePromise<BaselineMessageRow>;
};

/** One function for each measured request. They skip authentication, rate limits and page links. */
export type BaselineResponses = ReturnType<typeof createBaselineResponses>;

export const createBaselineResponses = (store: BaselineStore, apiPublicUrl: string, author: Author) => ({
  async ticket(id: string, knownEtag: string | undefined): Promise<BaselineResponse> {
    const row = await store.findTicket(id);
    if (row === undefined) return { status: 404 };
    const etag = `"${row.version}"`;
    return etag === knownEtag ? { status: 304, etag } : { status: 200, etag, body: serializeTicket(row, apiPublicUrl) };
  },

  /** Lists the tickets with a word, or else the tickets in a state. */
  async tickets(
    query: { q?: string | null; state?: string | null },
    knownEtag: string | undefined,
  ): Promise<BaselineResponse> {
    const etag = `W/"${await store.getChangeCount()}"`;
    if (etag === knownEtag) return { status: 304, etag };
    const rows = await (query.q ? store.listByWord(query.q) : store.listByState(stateNames.indexOf(query.state ?? '')));
    return { status: 200, etag, body: rows.map(row => serializeTicket(row, apiPublicUrl)) };
  },

  async message(ticketId: string, { body }: { body: string }): Promise<BaselineResponse> {
    const row = await store.addMessage(ticketId, body, author);
    return { status: 201, body: serializeMessage(row, ticketId, apiPublicUrl) };
  },
});
