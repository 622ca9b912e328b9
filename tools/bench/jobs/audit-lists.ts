import { sql } from 'kysely';
import { listAuditEntries } from '#contract';
import { auditActions, getAuditTargetKind } from '#contract/enums';
import { auditEntryList } from '../../../api/audit/list.ts';
import type { Database } from '../../../api/database/database.ts';
import { openStore } from '../../../api/testing/engines.ts';
import { percentile } from '../statistics.ts';

/** Milliseconds of pages of 30 in the store, without HTTP: the first, and one after three quarters of the entries. */
export type AuditListTimes = { filter: string; first: number; deep: number };

const pages = 200;
const minute = 60_000;
const last = Date.UTC(2027, 0);
/** Each has one entry of 50. */
const [action, personId] = [auditActions[0], '7'];

const filters: Record<string, string>[] = [
  {},
  { action },
  { target_kind: getAuditTargetKind(action) },
  { person_id: personId },
  { created_before: '2026-01-01T00:00:00.000Z' },
];

/** Measures lists of an audit log with an entry a minute until 2027; the median of 200 pages each. */
export async function measureAuditLists(engine: Database['engine'], entries: number): Promise<AuditListTimes[]> {
  const { database, remove } = await openStore(engine, true);
  try {
    await insertEntries(database, entries);
    const position = [last - entries * 0.75 * minute, 0];
    const times: AuditListTimes[] = [];
    for (const filter of filters) {
      const request = { query: listAuditEntries.query.parse(filter), pathParameters: {}, caller, limit: 30 };
      const measure = async (anchor: { from: 'start' } | { from: 'after'; position: number[] }) => {
        const milliseconds: number[] = [];
        for (let page = 0; page < pages; page++) {
          database.startRequest();
          const since = performance.now();
          const { rows } = await list.page(database.read, { ...request, anchor });
          milliseconds.push(performance.now() - since);
          if (rows.length < request.limit) throw new Error(`A page has ${rows.length} entries.`);
        }
        return percentile(milliseconds, 0.5);
      };
      const name = Object.entries(filter).join() || 'no filter';
      times.push({
        filter: name,
        first: await measure({ from: 'start' }),
        deep: await measure({ from: 'after', position }),
      });
    }
    return times;
  } finally {
    await database.close();
    await remove();
  }
}

const list = auditEntryList('http://localhost');
const caller = {
  person: { id: '1', name: 'Ada Bench', role: 'admin' },
  ...{ clientId: 'bench', perMinute: null, grantId: 'bench', scopes: new Set<never>() },
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
      from (select i, cast(${last} as bigint) - (${sql.lit(entries)} - i) * cast(${minute} as bigint) as t
        from numbers) as timed`.execute(writes),
  );
  if (engine === 'postgres') await sql`vacuum analyze audit_entries`.execute(read);
}
