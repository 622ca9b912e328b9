import { table } from '../../command-line.ts';
import { isoTime } from '../../database/values.ts';
import type { LiveGrant } from './live-grant.ts';

/** A grant as `desk grants list --json` shows it. */
export const asJson = ({
  id,
  email,
  clientId,
  clientName,
  kind,
  scopes,
  createdAt,
  lastUsedAt,
  expiresAt,
}: LiveGrant) => ({
  id,
  kind,
  person: email,
  client_id: clientId,
  client: clientName,
  scope: scopes.join(' '),
  created_at: isoTime(createdAt),
  last_used_at: isoTime(lastUsedAt),
  expires_at: isoTime(expiresAt),
});

/** The same as lines for people. */
export const grantTable = (grants: readonly ReturnType<typeof asJson>[]): string[] =>
  table(headings, grants.map(asRow));

const headings = ['ID', 'KIND', 'PERSON', 'CLIENT', 'SINCE', 'LAST USED', 'UNTIL', 'SCOPE'];

const asRow = (grant: ReturnType<typeof asJson>): string[] => [
  grant.id,
  grant.kind,
  grant.person,
  grant.client,
  ...[grant.created_at, grant.last_used_at, grant.expires_at].map(toTheMinute),
  grant.scope,
];

/** A time for people: UTC, to the minute. */
const toTheMinute = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
