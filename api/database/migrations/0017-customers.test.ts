import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../../testing/engines.ts';
import { customers } from './0017-customers.ts';
import { migrations } from './index.ts';

/** Tickets of an older store, in the order of their numbers: address, name, and time. The times are in another order. */
const tickets = [
  ['Zoë@Shop.example', 'Zoë', 30],
  ['zoË@shop.example', '', 10],
  ['rui@norte.example', 'Rui', 20],
  ['rui@norte.example', 'Rui Silva', 5],
  ['rui@norte.example', null, 40],
  [null, 'Anonymous', 50],
] as const;

forEachEngine(
  database => {
    it('0017 adds a customer for each address, with its first and last ticket time and the name on its last ticket with a name', async () => {
      const rows = await database().transaction(async writes => {
        for (const { up } of migrations.slice(0, migrations.indexOf(customers))) await up(writes, database().engine);
        for (const [index, [email, name, at]] of tickets.entries())
          await sql`insert into tickets (id, version, created_at, updated_at, subject, description, customer_name,
              customer_email, state, priority, tags, closed_at, messages_count, last_message_at, awaiting_reply, created_by)
            values (${`t-${index}`}, 1, ${at}, ${at}, 'A', '', ${name}, ${email}, 0, 1, '[]', 0, 0, 0, 1, '1')`.execute(
            writes,
          );
        await customers.up(writes, database().engine);
        return writes
          .selectFrom('customers')
          .select(['id', 'email', 'name', 'created_at', 'last_ticket_at'])
          .orderBy('id')
          .execute();
      });
      assert.deepEqual(
        rows.map(row => Object.values(row)),
        [
          ['rui@norte.example', 'rui@norte.example', 'Rui Silva', 5, 40],
          ['zoë@shop.example', 'zoË@shop.example', 'Zoë', 10, 30],
        ],
      );
    });
  },
  { migrated: false },
);
