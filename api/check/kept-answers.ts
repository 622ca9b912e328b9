import { sql } from 'kysely';
import { z } from 'zod';
import { parseJson } from '#contract/json';
import type { Queries } from '../database/database.ts';
import { isBuried } from '../database/tombstones.ts';
import { textKeyCheck } from './check.ts';
import { within } from './walk.ts';

const answer = z.object({ id: z.string(), url: z.string() });

/** The end of an address: which table, which id, and the message of a ticket. */
const ending = /\/v1\/(?<table>tickets|gists|views|people)\/(?<id>[^/?]+)(?:\/messages\/(?<message>[^/?]+))?$/;

/** An answer that is kept is whole, and what it told of is there or was deleted since. */
export const keptAnswers = textKeyCheck(
  { name: 'idempotency', holds: 'An Idempotency-Key’s answer is whole, and what it told of was made.' },
  'idempotency_keys',
  'key_hash',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('idempotency_keys')
      .select(['key_hash', 'answer'])
      .where(within('key_hash', span))
      .execute();
    const findings = [];
    for (const row of rows) {
      const problem = await problemOf(queries, row.answer);
      if (problem === null) continue;
      const sentence = `Idempotency-Key with the hash ${row.key_hash}: ${problem}.`;
      findings.push({ table: 'idempotency_keys', id: row.key_hash, sentence });
    }
    return findings;
  },
);

const problemOf = async (queries: Queries, text: string): Promise<string | null> => {
  const read = readAnswer(text);
  const groups = read === null ? undefined : ending.exec(read.url)?.groups;
  if (read === null || groups === undefined) return 'its answer is none';
  const { table = '', id = '', message } = groups;
  if (await wasMade(queries, table, id, message)) return null;
  return `its answer tells of ${message === undefined ? '' : `message ${message} in `}${table} ${id}, which never was`;
};

const readAnswer = (text: string): z.output<typeof answer> | null => {
  try {
    return answer.safeParse(parseJson(text)).data ?? null;
  } catch {
    return null;
  }
};

const kinds = { tickets: 'ticket', gists: 'gist', views: 'view' } as const;

const wasMade = async (queries: Queries, table: string, id: string, message?: string): Promise<boolean> => {
  const thing = sql<{ n: number }>`select n from ${sql.table(table)} where id = ${id}`;
  const [row] = (await thing.execute(queries)).rows;
  if (row === undefined) return table in kinds && isBuried(queries, kinds[table as keyof typeof kinds], id);
  if (message === undefined) return true;
  const own = queries.selectFrom('messages').select('n').where('ticket_n', '=', row.n).where('id', '=', message);
  return (await own.executeTakeFirst()) !== undefined || isBuried(queries, 'message', `${id}/${message}`);
};
