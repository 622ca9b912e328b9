import type { BenchDesk } from './desk.ts';
import { chooseSearchTerms, type SearchTerms } from './search-terms.ts';

/** A request that is compared with the baseline. */
export type ComparedRequest = {
  name: string;
  path: string;
  /** Sent with If-None-Match, so that it returns 304. */
  conditional?: true;
  /** True for a large response, which should reach a share of the baseline's speed. */
  hasTarget?: boolean;
};

/** A list whose response time should not depend on the number of tickets. */
export type GrowingList = { name: string; path: string; deep?: true };

/** The requests to a desk, with search terms that it contains. */
export type DeskRequests = {
  compared: ComparedRequest[];
  growing: GrowingList[];
  messagesPath: (requestIndex: number) => string;
};

/** The page that should be as fast as the first page. */
export const deepPage = 5000;

export function createDeskRequests({ file, tickets }: BenchDesk): DeskRequests {
  const words = chooseSearchTerms(file, tickets);
  return {
    compared: comparedRequests(Math.ceil(tickets / 2), words),
    growing: growingLists(words),
    // Rotates through the tickets, so that no thread grows long.
    messagesPath: requestIndex => `/v1/tickets/${1 + (requestIndex % tickets)}/messages`,
  };
}

function comparedRequests(id: number, { rare, common }: SearchTerms): ComparedRequest[] {
  const list = '/v1/tickets?state=open&sort=-priority,created_at';
  return [
    { name: 'one ticket', path: `/v1/tickets/${id}` },
    { name: 'one ticket, 304', path: `/v1/tickets/${id}`, conditional: true },
    { name: 'list of 30', path: list, hasTarget: true },
    { name: 'list of 30, 304', path: list, conditional: true },
    { name: 'q, a rare word', path: `/v1/tickets?q=${rare}`, hasTarget: true },
    { name: 'q, a common word', path: `/v1/tickets?q=${common}`, hasTarget: true },
  ];
}

function growingLists({ rare, common, everywhere }: SearchTerms): GrowingList[] {
  const firstOnly = {
    'state=open, by -priority,created_at': 'state=open&sort=-priority,created_at',
    'state=open,pending, by -updated_at': 'state=open,pending&sort=-updated_at',
    'assignee_id=me, state=open': 'assignee_id=me&state=open',
    'assignee_id=null': 'assignee_id=null',
    'awaiting_reply=true': 'awaiting_reply=true',
    'tag and state': 'tag=billing&state=open',
    'q, a rare word': `q=${rare}`,
    'q, a rare word, by -priority,created_at': `q=${rare}&sort=-priority,created_at`,
    'q, a rare and a common word': `q=${rare}+${common}`,
    'q, a common word, state=open': `q=${common}&state=open`,
    'q, a rare word and the beginning of a common word': `q=${rare}+${common.slice(0, 3)}*`,
  };
  const alsoDeep = {
    'the newest first': '',
    'by -updated_at': 'sort=-updated_at',
    'by priority,-created_at': 'sort=priority,-created_at',
    'by state,-closed_at': 'sort=state,-closed_at',
    'state=closed, by -priority,created_at': 'state=closed&sort=-priority,created_at',
    'q, a common word': `q=${common}`,
    'q, a common word, by -priority,created_at': `q=${common}&sort=-priority,created_at`,
    'q, a common word, by updated_at': `q=${common}&sort=updated_at`,
    'q, the beginning of a common word': `q=${common.slice(0, 3)}*`,
    'q, the beginning of a common word, by -priority,created_at': `q=${common.slice(0, 3)}*&sort=-priority,created_at`,
    'q, one letter': `q=${common.slice(0, 1)}*`,
    'q, a word in nearly all tickets': `q=${everywhere}`,
    'q, a word in nearly all tickets, by -priority,created_at': `q=${everywhere}&sort=-priority,created_at`,
  };
  const list = ([name, query]: [string, string]): GrowingList => ({ name, path: `/v1/tickets?${query}` });
  const deep = Object.entries(alsoDeep).map(list);
  return [
    { name: 'one ticket', path: '/v1/tickets/500' },
    ...Object.entries(firstOnly).map(list),
    ...deep,
    ...deep.map(each => ({ ...each, deep: true as const })),
  ];
}
