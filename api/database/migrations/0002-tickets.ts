import { byteText, resourceColumns, run } from './columns.ts';
import type { Migration } from './migration.ts';

export const tickets: Migration = {
  name: '0002-tickets',
  up: async (writes, engine) => {
    await run(
      writes,
      `create table tickets (
        ${resourceColumns(engine)},
        subject text not null,
        description text not null,
        customer_name text,
        customer_email text,
        state smallint not null,
        priority smallint not null,
        assignee_id ${byteText[engine]},
        tags text not null,
        closed_at bigint not null,
        messages_count integer not null,
        last_message_at bigint not null,
        awaiting_reply smallint not null,
        created_by text not null)`,
      'create unique index tickets_id on tickets (id)',
      'create index tickets_created on tickets (created_at, n)',
      'create index tickets_updated on tickets (updated_at, n)',
      'create index tickets_closed on tickets (state, closed_at, n)',
      'create index tickets_state_created on tickets (state, created_at, n)',
      'create index tickets_state_priority on tickets (state, priority desc, created_at, n)',
      'create index tickets_assignee on tickets (assignee_id, state)',
      `create table ticket_tags (
        tag ${byteText[engine]} not null,
        ticket_n bigint not null references tickets (n) on delete cascade,
        primary key (tag, ticket_n))${engine === 'sqlite' ? ' without rowid' : ''}`,
      'create index ticket_tags_ticket on ticket_tags (ticket_n)',
      `create table messages (
        ${resourceColumns(engine)},
        ticket_n bigint not null references tickets (n) on delete cascade,
        body text not null,
        type smallint not null,
        direction smallint not null,
        author_name text not null,
        author_id text not null)`,
      'create unique index messages_id on messages (ticket_n, id)',
      'create index messages_created on messages (ticket_n, created_at, n)',
    );
    if (engine === 'sqlite') {
      await run(
        writes,
        `create virtual table ticket_search using fts5 (
          words, facet, content = '', contentless_delete = 1, tokenize = 'ascii')`,
      );
    } else {
      await run(
        writes,
        `create table ticket_words (
          ticket_n bigint primary key references tickets (n) on delete cascade,
          words text[] collate "C" not null,
          text text not null)`,
        'create index ticket_words_words on ticket_words using gin (words)',
      );
    }
  },
};
