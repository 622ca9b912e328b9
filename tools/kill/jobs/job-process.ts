import { setImmediate as nextIteration, setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../../api/database/open-database.ts';
import { enqueue } from '../../../api/jobs/enqueue.ts';
import { createJobStore } from '../../../api/jobs/job-store.ts';
import { startRunner } from '../../../api/jobs/runner.ts';
import { addRequest, createTestHandlers, jobKeys, testKinds } from './requests.ts';

// Run by the kill tool: adds requests and runs their jobs until it is killed. With `--drain` it adds no requests and
// exits when no job is left. Its arguments are the data directory, the URL of a database or an empty string, and a
// prefix of the requests or `--drain`.

const [dataDir = '', databaseUrl = '', prefix = ''] = process.argv.slice(2);
const isDraining = process.argv.includes('--drain');

const database = openDatabase({ dataDir, ...(databaseUrl !== '' && { databaseUrl }) });
const log = pino({ level: 'error' }, pino.destination(2));
startRunner({
  ...{ database, store: createJobStore(database), handlers: createTestHandlers(), clock: Date.now, log },
  ...{ context: { run: (_id, work) => work() }, metrics: { observeOutcome() {} } },
});

for (let number = 0; !isDraining; number++) {
  const kind = testKinds[number % testKinds.length] ?? testKinds[0];
  const key = jobKeys[number % jobKeys.length] ?? null;
  const request = `${kind}/${key ?? 'none'}/${prefix}-${number}`;
  await database.transaction(async writes => {
    await addRequest(writes, request);
    await enqueue(writes, kind, { ...(key !== null && { key: `${key}` }), payload: { request } });
  });
  // The kill tool waits for this line. Every round then has a job, even on a slow machine.
  if (number === 0) console.log('started');
  await nextIteration();
}
const findJob = () =>
  database.read.selectFrom('jobs').select('n').where('kind', 'in', testKinds).limit(1).executeTakeFirst();
while ((await findJob()) !== undefined) await pause(20);
process.exit();
