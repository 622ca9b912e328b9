import { sql } from 'kysely';
import { jobKinds, jobStates } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { storeTime } from '../database/store-time.ts';
import { type Check, createRowsCheck } from './check.ts';
import { parseJsonObject } from './parse-json-object.ts';
import { isInSpan } from './walk-table.ts';

/** Twice the duration of a lease. */
const maxLeaseMilliseconds = 120_000;

const leases = createRowsCheck(
  { name: 'leases', rule: 'A job has a lease exactly while it is running; the lease ends within two minutes.' },
  'jobs',
  async (queries, span) => {
    const invalid = sql<{ id: string }>`
      select id from jobs where ${isInSpan('n', span)} and (
        (state = ${encodeEnum(jobStates, 'running')}) <> (lease_by is not null)
        or (lease_by is null) <> (lease_until = 0)
        or lease_until > ${storeTime(queries)} + ${maxLeaseMilliseconds})`;
    return (await invalid.execute(queries)).rows.map(({ id }) => ({
      table: 'jobs',
      id,
      sentence: `Job ${id}: its lease is invalid.`,
    }));
  },
);

const payloads = createRowsCheck(
  { name: 'jobs', rule: 'A job has a known kind and a well-formed payload.' },
  'jobs',
  async (queries, span) => {
    const rows = await queries
      .selectFrom('jobs')
      .select(['id', 'kind', 'payload'])
      .where(isInSpan('n', span))
      .execute();
    return rows
      .filter(({ kind, payload }) => !jobKinds.includes(kind) || parseJsonObject(payload) === null)
      .map(({ id, kind }) => ({
        table: 'jobs',
        id,
        sentence: `Job ${id}: its kind ${kind} or its payload is invalid.`,
      }));
  },
);

export const jobChecks: Check[] = [leases, payloads];
