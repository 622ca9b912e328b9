import { sql } from 'kysely';
import { z } from 'zod';
import { parseJson } from '#contract/json';
import { isDeletable, resourceNames, resources, topCollections } from '#contract/resources';
import type { Queries } from '../database/database.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import { createTextKeyCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

/** Responses to actions have no `url`, because they describe no resource. */
const storedFormat = z.object({ url: z.string().optional() });

/** Expired and revoked script tokens leave no tombstone. */
const withoutTombstones = 'script_tokens';

/** Matches the URL of a resource in a stored response. */
const addressPattern = new RegExp(
  `/v1/(?<table>${[...topCollections, withoutTombstones].join('|')})/(?<id>[^/?]+)(?:/messages/(?<message>[^/?]+))?$`,
);

/** Checks that stored responses are valid and that their resource exists or was deleted later. */
export const idempotencyKeyCheck = createTextKeyCheck(
  { name: 'idempotency', rule: 'The stored response of an Idempotency-Key is valid, and its resource was created.' },
  'idempotency_keys',
  'key_hash',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('idempotency_keys')
      .select(['key_hash', 'answer'])
      .where(isInSpan('key_hash', span))
      .execute();
    const findings = [];
    for (const row of rows) {
      const problem = await findProblem(queries, row.answer);
      if (problem === null) continue;
      const sentence = `Idempotency-Key with the hash ${row.key_hash}: ${problem}.`;
      findings.push({ table: 'idempotency_keys', id: row.key_hash, sentence });
    }
    return findings;
  },
);

const findProblem = async (queries: Queries, text: string): Promise<string | null> => {
  const parsed = parseResponse(text);
  if (parsed !== null && parsed.url === undefined) return null;
  const groups = addressPattern.exec(parsed?.url ?? '')?.groups;
  if (groups === undefined) return 'its stored response is invalid';
  const { table = '', id = '', message } = groups;
  if (table === withoutTombstones || (await wasCreated(queries, table, id, message))) return null;
  return `its stored response refers to ${message === undefined ? '' : `message ${message} in `}${table} ${id}, which never existed`;
};

const parseResponse = (text: string): z.output<typeof storedFormat> | null => {
  try {
    return storedFormat.safeParse(parseJson(text)).data ?? null;
  } catch {
    return null;
  }
};

const wasCreated = async (queries: Queries, table: string, id: string, message?: string): Promise<boolean> => {
  const resource = sql<{ n: number }>`select n from ${sql.table(table)} where id = ${id}`;
  const [row] = (await resource.execute(queries)).rows;
  if (row === undefined) {
    const kind = resourceNames.filter(isDeletable).find(name => resources[name].collection === table);
    return kind !== undefined && isMarkedDeleted(queries, kind, id);
  }
  if (message === undefined) return true;
  const matchingMessages = queries
    .selectFrom('messages')
    .select('n')
    .where('ticket_n', '=', row.n)
    .where('id', '=', message);
  return (
    (await matchingMessages.executeTakeFirst()) !== undefined || isMarkedDeleted(queries, 'message', `${id}/${message}`)
  );
};
