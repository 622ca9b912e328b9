import { sql } from 'kysely';
import { z } from 'zod';
import { personKinds } from '#contract/enums';
import { encodeEnum } from '../database/column-encoding.ts';
import { findUnpolled } from '../mailboxes/polling.ts';
import { checkName, readKeyId } from '../secrets/secrets.ts';
import { type Check, createRowsCheck, createSnapshotCheck } from './check.ts';
import { isInSpan } from './walk-table.ts';

const ofTickets = createRowsCheck(
  { name: 'mailboxes', rule: 'The mailbox of a ticket exists or was deleted.' },
  'tickets',
  async (queries, span) => {
    const orphans = sql<{ id: string; mailbox: string }>`
      select id, mailbox_id as mailbox from tickets where ${isInSpan('n', span)} and mailbox_id is not null
        and not exists (select 1 from mailboxes where mailboxes.id = tickets.mailbox_id)
        and not exists (select 1 from tombstones where kind = 'mailbox' and key = tickets.mailbox_id)`;
    return (await orphans.execute(queries)).rows.map(({ id, mailbox }) => ({
      table: 'tickets',
      id,
      sentence: `Ticket ${id}: its mailbox ${mailbox} never existed.`,
    }));
  },
);

const parts = createRowsCheck(
  { name: 'mailbox-parts', rule: 'A mailbox has a state and a person of the kind mailbox.' },
  'mailboxes',
  async (queries, span) => {
    const incomplete = sql<{ id: string }>`
      select id from mailboxes where ${isInSpan('n', span)} and (
        not exists (select 1 from mailbox_states where mailbox_n = n)
        or not exists (select 1 from people
          where people.id = person_id and kind = ${encodeEnum(personKinds, 'mailbox')}))`;
    return (await incomplete.execute(queries)).rows.map(({ id }) => ({
      table: 'mailboxes',
      id,
      sentence: `Mailbox ${id}: it lacks its state or its person.`,
    }));
  },
);

const addresses = createSnapshotCheck(
  { name: 'mailbox-addresses', rule: 'No address belongs to two mailboxes.' },
  async queries => {
    const rows = await queries.selectFrom('mailboxes').select(['id', 'address', 'aliases']).orderBy('n').execute();
    const owners = new Map<string, string>();
    return rows.flatMap(({ id, address, aliases }) =>
      [address, ...parseList(aliases)].flatMap(each => {
        const key = each.toLowerCase();
        const owner = owners.get(key);
        if (owner === undefined) owners.set(key, id);
        if (owner === undefined && key !== '') return [];
        return [{ table: 'mailboxes', id, sentence: `Mailbox ${id}: its addresses are malformed or used twice.` }];
      }),
    );
  },
);

/** Parses a JSON list of addresses. Malformed JSON becomes a list with one empty text. */
const parseList = (text: string): string[] => {
  try {
    return addressList.parse(JSON.parse(text));
  } catch {
    return [''];
  }
};

const addressList = z.array(z.string());

const secrets = createSnapshotCheck(
  { name: 'secrets', rule: 'Every secret is sealed with the current key.' },
  async queries => {
    const rows = await queries.selectFrom('sealed_secrets').selectAll().execute();
    const checkRow = rows.find(({ name }) => name === checkName);
    return rows
      .filter(({ value }) => checkRow === undefined || readKeyId(value) !== readKeyId(checkRow.value))
      .map(({ name }) => ({
        table: 'sealed_secrets',
        id: name,
        sentence: `Secret ${name}: it is not sealed with the current key.`,
      }));
  },
);

const polling = createSnapshotCheck(
  {
    name: 'mailbox-polling',
    rule: 'A mailbox with an IMAP server has a job that imports its mail, unless it is disabled or paused.',
  },
  async queries =>
    (await findUnpolled(queries)).map(({ id }) => ({
      table: 'mailboxes',
      id,
      sentence: `Mailbox ${id}: the job that imports its mail is missing.`,
    })),
);

export const mailboxChecks: Check[] = [ofTickets, parts, addresses, secrets, polling];
