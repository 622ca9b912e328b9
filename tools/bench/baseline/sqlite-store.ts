import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { priorities } from '#contract/enums';
import { prepareAddMessage } from './add-message.ts';
import type { BaselineStore } from './responses.ts';
import type { BaselineTicketRow } from './rows.ts';

/** A page of 30, and one more row that shows whether another page follows. */
const limit = 31;

/** Opens the SQLite file of a desk, with the pragmas of the API and hand-written statements. */
export function openSqliteBaselineStore(file: string): BaselineStore {
  const database = new DatabaseSync(file, { timeout: 1000 });
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY');
  database.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824');
  const prepare = <Row>(sql: string) => {
    const statement = database.prepare(sql);
    return (...values: SQLInputValue[]) => statement.all(...values) as Row[];
  };
  const byId = prepare<BaselineTicketRow>('select * from tickets where id = ?');
  // Each priority is a range of one index, which is read in order.
  const byStateAndPriority = prepare<BaselineTicketRow>(
    `select * from tickets where state = ? and priority = ? order by created_at, n limit ${limit}`,
  );
  // Ticket numbers ascend with creation time, so the highest numbers are the newest matches.
  const byWord = prepare<BaselineTicketRow>(
    `select tickets.* from ticket_search join tickets on tickets.n = ticket_search.rowid
      where ticket_search match ? order by ticket_search.rowid desc limit ${limit}`,
  );
  const changes = prepare<{ value: number }>(`select value from counters where name = 'tickets.changes'`);
  return {
    findTicket: id => byId(id)[0],
    listByState: state => {
      const rows: BaselineTicketRow[] = [];
      for (let priority = priorities.length - 1; priority >= 0 && rows.length < limit; priority--)
        rows.push(...byStateAndPriority(state, priority));
      return page(rows);
    },
    listByWord: word => page(byWord(`words : ("${word}")`)),
    getChangeCount: () => changes()[0]?.value ?? 0,
    addMessage: prepareAddMessage(database),
  };
}

const page = (rows: BaselineTicketRow[]): BaselineTicketRow[] => rows.slice(0, limit - 1);
