import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Ticket } from '#contract';
import { readConfig } from '../config.ts';
import { addOneAdministrator } from '../testing/administrators.ts';
import { type ApiProcess, startApiProcess } from '../testing/api-process.ts';
import { forEachEngine } from '../testing/engines.ts';
import { expectConsistentStore } from '../testing/outages.ts';
import { nextId, readCounter, reserveId } from './counters.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { markDeleted } from './tombstones.ts';

const blockSize = 5;

forEachEngine((database, _openAgain, environment) => {
  const readLast = async () => {
    database().startRequest();
    return readCounter(database().read, 'ticket.id');
  };

  describe('ticket numbers in blocks', () => {
    let withBlocks: Database;
    before(() => {
      withBlocks = openDatabase(readConfig({ ...environment(), ID_BLOCK: String(blockSize) }));
    });
    after(() => withBlocks.close());
    const assign = () =>
      withBlocks.transaction(async writes => Number(await nextId(writes, 'ticket', withBlocks.takeTicketNumber)));

    it('are not reserved without ID_BLOCK', async () => {
      const last = await readLast();
      const number = await database().transaction(writes => nextId(writes, 'ticket', database().takeTicketNumber));
      assert.deepEqual([number, await readLast()], [String(last + 1), last + 1]);
    });

    it('come from the counter until a block is reserved, and then do not advance the counter', async () => {
      const first = await assign();
      let [before, number] = [0, first];
      while ((await readLast()) !== before) {
        before = await readLast();
        number = await assign();
      }
      assert.ok(first < number && number <= before, `${first}, ${number} of ${before}`);
    });

    it('skip an id that a caller chose, even after its ticket was deleted', async () => {
      const chosen = (await assign()) + 1;
      await database().transaction(async writes => {
        await reserveId(writes, 'ticket', String(chosen));
        await markDeleted(writes, 'ticket', String(chosen), 0);
      });
      assert.equal(await assign(), chosen + 1);
    });
  });

  it('two processes with blocks assign each number only once, even after a process was killed', async () => {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = environment();
    const token = await addOneAdministrator(readConfig(environment()));
    const start = () => startApiProcess({ ...environment(), SAMPLE_DATA: 'false', ID_BLOCK: String(blockSize) });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const create = async ({ url }: ApiProcess) => {
      const body = JSON.stringify({ subject: 'Numbered' });
      const response = await fetch(`${url}/v1/tickets`, { method: 'POST', headers, body });
      assert.equal(response.status, 201);
      return ((await response.json()) as Ticket).id;
    };
    const createTwenty = (processes: ApiProcess[]) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => create(processes[n % 2] ?? assert.fail())));
    const [survivor, killed] = await Promise.all([start(), start()]);
    const ids = await createTwenty([survivor, killed]);
    await killed.stop('SIGKILL');
    const replacement = await start();
    ids.push(...(await createTwenty([survivor, replacement])));
    assert.equal(new Set(ids).size, 40);
    await Promise.all([survivor.stop(), replacement.stop()]);
    await expectConsistentStore({ dataDir, databaseUrl });
  });
});
