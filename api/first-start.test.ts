import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInitialData } from './first-start.ts';
import { createLog } from './log.ts';
import { createPersonStore } from './people/store.ts';
import { createSecrets } from './secrets/secrets.ts';
import { forEachEngine } from './testing/engines.ts';
import { expectConsistent } from './testing/expect-consistent.ts';
import { testSecretKeys } from './testing/secret-keys.ts';

const options = {
  admin: { email: 'admin@desk.example', password: 'correct horse' },
  sampleData: true,
  secrets: createSecrets(testSecretKeys),
};
const log = createLog('silent');

forEachEngine(database => {
  describe('a new desk', () => {
    it('has a capture mailbox to which the sample tickets belong, once', async () => {
      for (const _ of [1, 2]) await createInitialData(database(), options, Date.now, log);
      const { read } = database();
      const mailboxes = await read.selectFrom('mailboxes').select(['id', 'name', 'address', 'transport']).execute();
      assert.deepEqual(mailboxes, [{ id: '1', name: 'Support', address: 'support@stardesk.local', transport: 0 }]);
      const tickets = await read.selectFrom('tickets').select('mailbox_id').execute();
      assert.deepEqual([...new Set(tickets.map(({ mailbox_id }) => mailbox_id))], ['1']);
      await expectConsistent(database());
    });
  });
});

forEachEngine(database => {
  it('a desk with people stays unchanged, without a mailbox', async () => {
    const draft = { name: 'Mara', email: 'mara@desk.example', role: 'admin', disabled: false } as const;
    await database().transaction(writes => createPersonStore().insert(writes, draft, null, Date.now()));
    await createInitialData(database(), options, Date.now, log);
    assert.deepEqual(await database().read.selectFrom('mailboxes').select('id').execute(), []);
  });
});
