import { states } from '#contract/enums';
import { serializeMessage, serializeTicket } from './serialize.ts';
import type { BaselineStore } from './store.ts';
import type { Author } from './thread.ts';

const stateNames: readonly string[] = states;

/** A response; a 304 has no body. */
export type BaselineResponse = { status: number; tag?: string; body?: unknown };

/** The measured responses, one function for each: the API without its conventions. */
export type BaselineResponses = ReturnType<typeof createBaselineResponses>;

export const createBaselineResponses = (store: BaselineStore, publicUrl: string, author: Author) => ({
  ticket(id: string, knownTag: string | undefined): BaselineResponse {
    const row = store.ticket(id);
    if (row === undefined) return { status: 404 };
    const tag = `"${row.version}"`;
    return tag === knownTag ? { status: 304, tag } : { status: 200, tag, body: serializeTicket(row, publicUrl) };
  },

  /** Lists the tickets with a word, or else those in a state. */
  tickets(query: { q?: string | null; state?: string | null }, knownTag: string | undefined): BaselineResponse {
    const tag = `W/"${store.changes()}"`;
    if (tag === knownTag) return { status: 304, tag };
    const rows = query.q ? store.withWord(query.q) : store.inState(stateNames.indexOf(query.state ?? ''));
    return { status: 200, tag, body: rows.map(row => serializeTicket(row, publicUrl)) };
  },

  message(ticketId: string, { body }: { body: string }): BaselineResponse {
    return { status: 201, body: serializeMessage(store.addMessage(ticketId, body, author), ticketId, publicUrl) };
  },
});
