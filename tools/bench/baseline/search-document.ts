import type { BaselineTicketRow } from './rows.ts';

/** Sizes of the time spans in the search index, in milliseconds. */
const spans = [2 ** 30, 2 ** 22];

/** Returns the texts of a ticket that the API's search finds. */
export const getTicketTexts = (ticket: BaselineTicketRow): unknown[] => [
  ...[ticket.id, ticket.subject, ticket.description, ticket.customer_name, ticket.customer_email],
  ...(JSON.parse(ticket.tags) as string[]),
];

/** Joins the folded words of several texts, with a separator between texts. */
export function searchWords(texts: readonly unknown[]): string {
  const folded = texts.map(text => fold(String(text ?? '')));
  const words = folded.map(text => text.match(/[\p{L}\p{N}]+/gu)?.join(' '));
  return words.filter(Boolean).join(' \u{E000} ');
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Returns the index terms for filters (state, assignee, time …), as the API writes them. */
export function searchFacets(ticket: BaselineTicketRow): string {
  const { state, priority, awaiting_reply, assignee_id, customer_email, closed_at } = ticket;
  const tags: string[] = JSON.parse(ticket.tags);
  const facets = [
    ...[`s${state}`, `p${priority}`, `b${state}${priority}`, `w${awaiting_reply}`, `a${hex(assignee_id ?? '')}`],
    ...tags.map(tag => `t${hex(tag)}`),
    ...(customer_email === null ? [] : [`e${hex(customer_email.toLowerCase())}`]),
    ...formatSpans('c', ticket.created_at),
    ...formatSpans('u', ticket.updated_at),
    ...(closed_at === 0 ? [] : formatSpans('k', closed_at)),
  ];
  return facets.map(facet => `\u{E001}${facet}`).join(' ');
}

const formatSpans = (letter: string, time: number): string[] =>
  spans.map((span, size) => `${letter.repeat(size + 1)}${Math.floor(time / span)}`);

const hex = (text: string): string => Buffer.from(text).toString('hex');
