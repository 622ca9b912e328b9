/**
 * A filter value of the ticket list, stored as a word of the search index. Any combination of filters and search words
 * is then one intersection of posting lists. A facet starts with a private-use character, which no text word contains.
 * One or two letters for its kind follow, and then its value in a-z and 0-9.
 */
export type Facet = string;

const facet = (text: string): Facet => `\u{E001}${text}`;

export const timeColumns = ['created_at', 'updated_at', 'closed_at'] as const;
export type TimeColumn = (typeof timeColumns)[number];

const timeLetters: Record<TimeColumn, string> = { created_at: 'c', updated_at: 'u', closed_at: 'k' };

/**
 * Span lengths in milliseconds: 12 days and 70 minutes. A ticket has one facet per time and length; a list too long to
 * sort is read span by span.
 */
export const timeSpans = [2 ** 30, 2 ** 22] as const;

/** The ticket columns that become facets; a missing time is 0. */
export type FacetSource = {
  state: number;
  priority: number;
  awaiting_reply: number;
  assignee_id: string | null;
  customer_email: string | null;
  mailbox_id: string | null;
  undelivered: number;
  created_at: number;
  updated_at: number;
  closed_at: number;
};

export const stateFacet = (index: number): Facet => facet(`s${index}`);
export const priorityFacet = (index: number): Facet => facet(`p${index}`);
/** State and priority combined: its posting list is much shorter than the list of the state or of the priority. */
export const statePriorityFacet = (state: number, priority: number): Facet => facet(`b${state}${priority}`);
export const awaitingReplyFacet = (isAwaiting: boolean): Facet => facet(isAwaiting ? 'w1' : 'w0');
export const assigneeFacet = (id: string | null): Facet => facet(`a${id === null ? '' : toHex(id)}`);
export const tagFacet = (tag: string): Facet => facet(`t${toHex(tag)}`);
/** Ignores the case of the email address. */
export const customerFacet = (email: string): Facet => facet(`e${toHex(email.toLowerCase())}`);

/** A ticket without a mailbox has no mailbox facet. */
export const mailboxFacet = (id: string): Facet => facet(`m${toHex(id)}`);
/** Only undelivered tickets have this facet. */
export const undeliveredFacet: Facet = facet('d1');

/** The facet of one time span; `size` is an index into `timeSpans`. */
export const timeFacet = (column: TimeColumn, size: number, span: number): Facet =>
  facet(`${timeLetters[column].repeat(size + 1)}${span}`);

export const getFacets = (ticket: FacetSource, tags: readonly string[]): Facet[] => [
  stateFacet(ticket.state),
  priorityFacet(ticket.priority),
  statePriorityFacet(ticket.state, ticket.priority),
  awaitingReplyFacet(ticket.awaiting_reply === 1),
  assigneeFacet(ticket.assignee_id),
  ...tags.map(tagFacet),
  ...(ticket.customer_email === null ? [] : [customerFacet(ticket.customer_email)]),
  // Migration 0016 indexes tickets before they have this column.
  ...(ticket.mailbox_id ? [mailboxFacet(ticket.mailbox_id)] : []),
  ...(ticket.undelivered === 1 ? [undeliveredFacet] : []),
  ...timeFacets('created_at', ticket.created_at),
  ...timeFacets('updated_at', ticket.updated_at),
  ...(ticket.closed_at === 0 ? [] : timeFacets('closed_at', ticket.closed_at)),
];

const timeFacets = (column: TimeColumn, time: number): Facet[] =>
  timeSpans.map((milliseconds, size) => timeFacet(column, size, Math.floor(time / milliseconds)));

const toHex = (text: string): string => Buffer.from(text).toString('hex');
