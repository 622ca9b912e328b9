/**
 * What a list of tickets may be narrowed by, as words of the search index beside those of the texts: so that any filters,
 * with or without a search, are one intersection of posting lists. A facet is a letter for its kind and what it says in a-z
 * and 0-9, behind a private-use character, so that no text holds it as a word.
 */
export type Facet = string;

const facet = (text: string): Facet => `\u{E001}${text}`;

/** The times that tickets are sorted by. */
export const timeColumns = ['created_at', 'updated_at', 'closed_at'] as const;
export type TimeColumn = (typeof timeColumns)[number];

/** The letters of their facets. */
const timeLetters: Record<TimeColumn, string> = { created_at: 'c', updated_at: 'u', closed_at: 'k' };

/**
 * A time is two facets, the span of it in each of these milliseconds: 12 days and 70 minutes. What is too much to sort is read
 * span by span in the order of the list.
 */
export const timeSpans = [2 ** 30, 2 ** 22] as const;

/** What the facets of a ticket are made of; absent times are 0. */
export type FacetSource = {
  state: number;
  priority: number;
  awaiting_reply: number;
  assignee_id: string | null;
  customer_email: string | null;
  created_at: number;
  updated_at: number;
  closed_at: number;
};

export const stateFacet = (rank: number): Facet => facet(`s${rank}`);
export const priorityFacet = (rank: number): Facet => facet(`p${rank}`);
/** Both at once: the list of one state and priority is much shorter than either's. */
export const cellFacet = (state: number, priority: number): Facet => facet(`b${state}${priority}`);
export const awaitingFacet = (isAwaiting: boolean): Facet => facet(isAwaiting ? 'w1' : 'w0');
export const assigneeFacet = (id: string | null): Facet => facet(`a${id === null ? '' : hex(id)}`);
export const tagFacet = (tag: string): Facet => facet(`t${hex(tag)}`);
/** Two addresses that differ only in case are one. */
export const customerFacet = (email: string): Facet => facet(`e${hex(email.toLowerCase())}`);

/** The span with this number, of the size at this place of `timeSpans`. */
export const timeFacet = (column: TimeColumn, size: number, span: number): Facet =>
  facet(`${timeLetters[column].repeat(size + 1)}${span}`);

/** Every facet of a ticket. */
export const facetsOf = (ticket: FacetSource, tags: readonly string[]): Facet[] => [
  stateFacet(ticket.state),
  priorityFacet(ticket.priority),
  cellFacet(ticket.state, ticket.priority),
  awaitingFacet(ticket.awaiting_reply === 1),
  assigneeFacet(ticket.assignee_id),
  ...tags.map(tagFacet),
  ...(ticket.customer_email === null ? [] : [customerFacet(ticket.customer_email)]),
  ...timeFacets('created_at', ticket.created_at),
  ...timeFacets('updated_at', ticket.updated_at),
  ...(ticket.closed_at === 0 ? [] : timeFacets('closed_at', ticket.closed_at)),
];

const timeFacets = (column: TimeColumn, time: number): Facet[] =>
  timeSpans.map((milliseconds, size) => timeFacet(column, size, Math.floor(time / milliseconds)));

const hex = (text: string): string => Buffer.from(text).toString('hex');
