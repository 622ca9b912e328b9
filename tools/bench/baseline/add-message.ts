import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { BaselineMessageRow, BaselineTicketRow } from './rows.ts';
import { getTicketTexts, searchFacets, searchWords } from './search-document.ts';

export type Author = { id: string; name: string };

type AddMessage = (ticketId: string, body: string, author: Author) => BaselineMessageRow;

/**
 * Prepares the statements that add a reply in one durable transaction. They write the message, the ticket's summary of
 * its thread, the search index, the counters behind list ETags, and an event.
 */
export function prepareAddMessage(database: DatabaseSync): AddMessage {
  const prepare = <Row>(sql: string) => {
    const statement = database.prepare(sql);
    return (...values: SQLInputValue[]) => statement.get(...values) as Row;
  };
  const advance = prepare<{ value: number }>(
    `insert into counters (name, value) values (?, 1)
      on conflict (name) do update set value = counters.value + 1 returning value`,
  );
  const find = prepare<BaselineTicketRow>('select * from tickets where id = ?');
  const insert = prepare<BaselineMessageRow>(
    `insert into messages (id, version, created_at, updated_at, ticket_n, body, type, direction, author_name, author_id)
      values (?, 1, ?, ?, ?, ?, 0, 0, ?, ?) returning *`,
  );
  const summarize = prepare<{ count: number; last: number }>(
    'select count(*) as count, max(created_at) as last from messages where ticket_n = ?',
  );
  const lastReply = prepare<{ direction: number }>(
    'select direction from messages where ticket_n = ? and type = 0 order by created_at desc, n desc limit 1',
  );
  const update = prepare<BaselineTicketRow>(
    `update tickets set version = version + 1, updated_at = ?, messages_count = ?, last_message_at = ?, awaiting_reply = ?
      where n = ? returning *`,
  );
  const bodies = database.prepare('select body from messages where ticket_n = ? order by n');
  const index = database.prepare('insert or replace into ticket_search (rowid, words, facet) values (?, ?, ?)');
  const log = database.prepare(
    `insert into events (n, type, kind, resource_id, ticket_id, private_to, version, person_id, client_id, created_at, changes)
      values (?, 'message.created', 'message', ?, ?, null, 1, ?, 'baseline', ?, ?)`,
  );

  const add: AddMessage = (ticketId, body, author) => {
    const now = Date.now();
    const ticket = find(ticketId);
    const id = String(advance('message.id').value);
    const message = insert(id, now, now, ticket.n, body, author.name, author.id);
    const { count, last } = summarize(ticket.n);
    const awaiting = ticket.state === 0 && lastReply(ticket.n).direction === 1 ? 1 : 0;
    const updated = update(now, count, last, awaiting, ticket.n);
    const texts = [...getTicketTexts(ticket), ...bodies.all(ticket.n).map(row => row['body'])];
    index.run(ticket.n, searchWords(texts), searchFacets(updated));
    advance('tickets.changes');
    advance('messages.changes');
    const changes = { body: { old: null, new: body }, author_name: { old: null, new: author.name } };
    log.run(advance('event.id').value, id, ticketId, author.id, now, JSON.stringify(changes));
    return message;
  };

  return (...args) => {
    database.exec('begin immediate');
    try {
      const message = add(...args);
      database.exec('commit');
      return message;
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  };
}
