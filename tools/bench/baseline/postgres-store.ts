import pg from 'pg';
import { priorities } from '#contract/enums';
import type { Author } from './add-message.ts';
import type { BaselineStore } from './responses.ts';
import type { BaselineMessageRow, BaselineTicketRow } from './rows.ts';
import { getTicketTexts, searchFacets, searchWords } from './search-document.ts';

/** A page of 30, and one more row that shows whether another page follows. */
const limit = 31;

/** The size of the API's pool. */
const maxConnections = 10;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the PostgreSQL database of a desk with a bare pool and hand-written statements. */
export function openPostgresBaselineStore(connectionString: string): BaselineStore {
  const pool = new pg.Pool({ connectionString, max: maxConnections });
  const select = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows;
  return {
    findTicket: async id => (await select<BaselineTicketRow>('select * from tickets where id = $1', [id]))[0],
    listByState: async state => page(await select<BaselineTicketRow>(selectInState, [state])),
    listByWord: async word => page(await select<BaselineTicketRow>(selectWithWord, [[word]])),
    getChangeCount: async () => {
      const [row] = await select<{ value: number }>(`select value from counters where name = 'tickets.changes'`);
      return row?.value ?? 0;
    },
    addMessage: (...args) => inTransaction(pool, client => addMessage(client, ...args)),
  };
}

const page = (rows: BaselineTicketRow[]): BaselineTicketRow[] => rows.slice(0, limit - 1);

/** Reads each priority in order, because each is a range of one index. */
const selectInState = `select tickets.* from (
    ${[...priorities.keys()]
      .map(
        priority => `(select priority, created_at, n from tickets where state = $1 and priority = ${priority}
          order by created_at, n limit ${limit})`,
      )
      .join(' union all ')}
  ) as found join tickets using (n)
  order by found.priority desc, found.created_at, found.n limit ${limit}`;

const selectWithWord = `select tickets.* from ticket_words join tickets on tickets.n = ticket_words.ticket_n
  where words @> $1 order by ticket_words.ticket_n desc limit ${limit}`;

const inTransaction = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

/**
 * Adds a reply. Writes the message, the ticket's summary of its thread, the search index, the counters, and an event.
 */
const addMessage = async (
  client: pg.PoolClient,
  ticketId: string,
  body: string,
  author: Author,
): Promise<BaselineMessageRow> => {
  const now = Date.now();
  const ticket = await readRow<BaselineTicketRow>(client, 'select * from tickets where id = $1 for update', [ticketId]);
  const { value: id } = await readRow<{ value: number }>(
    client,
    `update counters set value = value + 1 where name = 'message.id' returning value`,
  );
  const message = await readRow<BaselineMessageRow>(
    client,
    `insert into messages (id, version, created_at, updated_at, ticket_n, body, type, direction, author_name, author_id)
      values ($1, 1, $2, $2, $3, $4, 0, 0, $5, $6) returning *`,
    [String(id), now, ticket.n, body, author.name, author.id],
  );
  const { rows: bodies } = await client.query<{ body: string }>('select body from messages where ticket_n = $1', [
    ticket.n,
  ]);
  const updated = await readRow<BaselineTicketRow>(
    client,
    `update tickets set version = version + 1, updated_at = $2, messages_count = thread.count, last_message_at = thread.last,
        awaiting_reply = case when state = 0 and thread.direction = 1 then 1 else 0 end
      from (select count(*) as count, max(created_at) as last, (select direction from messages
        where ticket_n = $1 and type = 0 order by created_at desc, n desc limit 1) as direction
        from messages where ticket_n = $1) as thread
      where n = $1 returning tickets.*`,
    [ticket.n, now],
  );
  const texts = [...getTicketTexts(ticket), ...bodies.map(row => row.body)];
  const text = searchWords(texts);
  const words = new Set([...searchFacets(updated).split(' '), ...text.split(' ').filter(word => word !== '\u{E000}')]);
  await client.query('update ticket_words set words = $2, text = $3 where ticket_n = $1', [
    ticket.n,
    [...words],
    ` ${text} `,
  ]);
  const changes = { body: { old: null, new: body }, author_name: { old: null, new: author.name } };
  await client.query(
    `with counted as (
        update counters set value = value + 1 where name in ('tickets.changes', 'messages.changes', 'event.id')
        returning name, value)
      insert into events (n, type, kind, resource_id, ticket_id, version, person_id, client_id, created_at, changes)
      select value, 'message.created', 'message', $1, $2, 1, $3, 'baseline', $4, $5 from counted where name = 'event.id'`,
    [String(id), ticketId, author.id, now, JSON.stringify(changes)],
  );
  return message;
};

const readRow = async <Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<Row> => {
  const [row] = (await client.query<Row>(text, values)).rows;
  if (row === undefined) throw new Error(`The statement returned no row: ${text}`);
  return row;
};
