import { formatTable } from '../../command-line.ts';
import { isoTime } from '../../database/column-encoding.ts';
import type { LiveGrant } from './live-grants.ts';

/** Formats a grant for `desk grants list --json`. */
export const toGrantJson = (grant: LiveGrant) => ({
  id: grant.id,
  kind: grant.kind,
  person: grant.email,
  client_id: grant.clientId,
  client: grant.clientName,
  scope: grant.scopes.join(' '),
  created_at: isoTime(grant.createdAt),
  last_used_at: isoTime(grant.lastUsedAt),
  expires_at: isoTime(grant.expiresAt),
});

export const formatGrantTable = (grants: readonly ReturnType<typeof toGrantJson>[]): string[] =>
  formatTable(headings, grants.map(toTableRow));

const headings = ['ID', 'KIND', 'PERSON', 'CLIENT', 'SINCE', 'LAST USED', 'EXPIRES', 'SCOPE'];

const toTableRow = (grant: ReturnType<typeof toGrantJson>): string[] => [
  grant.id,
  grant.kind,
  grant.person,
  grant.client,
  ...[grant.created_at, grant.last_used_at, grant.expires_at].map(formatMinute),
  grant.scope,
];

/** Shortens an ISO time in UTC to the minute. */
const formatMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
