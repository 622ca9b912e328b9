import { sql } from 'kysely';
import { listAuditEntries, listPeople } from '#contract';
import { auditActions, getAuditTargetKind } from '#contract/enums';
import { auditEntryList } from '../../../api/audit/list.ts';
import type { Database } from '../../../api/database/database.ts';
import { personList } from '../../../api/people/list.ts';
import { openStore } from '../../../api/testing/engines.ts';
import { percentile } from '../statistics.ts';

/**
 * Milliseconds to read a page of 30 rows from the store, without HTTP. `first` is the first page, and `deep` is the page after three
 * quarters of the rows.
 */
export type ListPageTimes = { list: string; first: number; deep: number };

type Anchor = { from: 'start' } | { from: 'after'; position: number[] };

const repetitions = 200;
const minute = 60_000;
const lastEntryAt = Date.UTC(2027, 0);
/** An action and a person to filter by. Each occurs in one entry of 50. */
const [action, personId] = [auditActions[0], '7'];

const filters: Record<string, string>[] = [
  {},
  { action },
  { target_kind: getAuditTargetKind(action) },
  { person_id: personId },
  { created_before: '2026-01-01T00:00:00.000Z' },
];

/** Measures lists of 10,000 people, and of 1,000,000 audit entries, one a minute until 2027. */
export const measureAdministrationLists = async (engine: Database['engine']): Promise<ListPageTimes[]> => {
  const { database, remove } = await openStore(engine, true);
  try {
    await insertPeople(database, 10_000);
    await insertEntries(database, 1_000_000);
    return [...(await measurePeople(database, 10_000)), ...(await measureEntries(database, 1_000_000))];
  } finally {
    await database.close();
    await remove();
  }
};

const measurePeople = async (database: Database, people: number): Promise<ListPageTimes[]> => {
  const list = personList(baseUrl);
  const times: ListPageTimes[] = [];
  for (const sort of ['created_at', '-updated_at']) {
    const request = { query: listPeople.query.parse({ sort }), pathParameters: {}, caller, limit };
    const position = [sort === 'created_at' ? people * 0.75 : people * 0.25, 0];
    const page = (anchor: Anchor) => list.page(database.read, { ...request, anchor });
    times.push({ list: `10,000 people, sort=${sort}`, ...(await measurePages(database, page, position)) });
  }
  return times;
};

const measureEntries = async (database: Database, entries: number): Promise<ListPageTimes[]> => {
  const list = auditEntryList(baseUrl);
  const position = [lastEntryAt - entries * 0.75 * minute, 0];
  const times: ListPageTimes[] = [];
  for (const filter of filters) {
    const request = { query: listAuditEntries.query.parse(filter), pathParameters: {}, caller, limit };
    const page = (anchor: Anchor) => list.page(database.read, { ...request, anchor });
    const name = Object.entries(filter).join() || 'no filter';
    times.push({ list: `1,000,000 audit entries, ${name}`, ...(await measurePages(database, page, position)) });
  }
  return times;
};

/** Measures the median of 200 reads of the first page, and of 200 reads of the page after a position. */
const measurePages = async (
  database: Database,
  page: (anchor: Anchor) => Promise<{ rows: unknown[] }>,
  position: number[],
): Promise<{ first: number; deep: number }> => {
  const measure = async (anchor: Anchor) => {
    const milliseconds: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      database.startRequest();
      const since = performance.now();
      const { rows } = await page(anchor);
      milliseconds.push(performance.now() - since);
      if (rows.length < limit) throw new Error(`A page has ${rows.length} rows.`);
    }
    return percentile(milliseconds, 0.5);
  };
  return { first: await measure({ from: 'start' }), deep: await measure({ from: 'after', position }) };
};

const [baseUrl, limit] = ['http://localhost', 30];
const caller = {
  person: { id: '1', name: 'Ada Bench', role: 'admin' },
  ...{ clientId: 'bench', perMinute: null, expiresAt: lastEntryAt, grantId: 'bench', scopes: new Set<never>() },
} as const;

async function insertEntries({ engine, transaction, read }: Database, entries: number): Promise<void> {
  const changes = JSON.stringify({ name: { old: 'Support', new: 'Help' }, enabled: { old: true, new: false } });
  await transaction(writes =>
    sql`insert into audit_entries
      (id, version, created_at, updated_at, action, target_kind, target_id, person_id, client_id, changes)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(entries)})
      select cast(i as text), 1, t, t,
        case when i % 50 = 0 then ${action} else 'mailbox.changed' end,
        case when i % 50 = 0 then ${getAuditTargetKind(action)} else 'mailbox' end,
        '1', cast(i % 50 as text), 'stardesk-web', ${changes}
      from (select i, cast(${lastEntryAt} as bigint) - (${sql.lit(entries)} - i) * cast(${minute} as bigint) as t
        from numbers) as timed`.execute(writes),
  );
  if (engine === 'postgres') await sql`vacuum analyze audit_entries`.execute(read);
}

async function insertPeople({ engine, transaction, read }: Database, people: number): Promise<void> {
  await transaction(writes =>
    sql`insert into people
      (id, version, created_at, updated_at, name, email, email_key, role, disabled, password_hash, kind)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(people)})
      select cast(i as text), 1, i, i, 'Person ' || i, i || '@desk.example', i || '@desk.example', 1, 0, null, 0
      from numbers`.execute(writes),
  );
  if (engine === 'postgres') await sql`vacuum analyze people`.execute(read);
}
