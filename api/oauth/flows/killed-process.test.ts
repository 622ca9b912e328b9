import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createFormBrowser } from '../testing/browser.ts';
import { type ApiCluster, startKilledApi } from '../testing/clusters.ts';
import { expectCompleteFlow } from '../testing/expect-complete-flow.ts';
import { addClient, addPerson } from '../testing/oauth-server.ts';

describe('an api whose process is killed after each POST and restarted on the same file', () => {
  let dataDir = '';
  let database: Database;
  let server: ApiCluster;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stardesk-killed-'));
    database = openDatabase({ dataDir });
    await migrate(database, Date.now);
    server = await startKilledApi({ DATA_DIR: dataDir });
  });
  after(async () => {
    await server.close();
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('200 for sign-in, consent, exchange, refreshes, use and revocation', async () => {
    const person = await addPerson(database, 'mara@desk.example');
    await expectCompleteFlow({ server, person, client: await addClient(database), browser: createFormBrowser() });
  });
});
