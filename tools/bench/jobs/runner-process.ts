import { pino } from 'pino';
import { openDatabase } from '../../../api/database/open-database.ts';
import { createJobStore } from '../../../api/jobs/job-store.ts';
import { startRunner } from '../../../api/jobs/runner.ts';
import { createMeasuredHandler } from './job-store.ts';

// Run by the benchmark: runs empty jobs until it is killed. Prints the delay of each job: from the time in its payload
// to its start.

const [dataDir = '', databaseUrl = '', concurrency = '50'] = process.argv.slice(2);

const database = openDatabase({ dataDir, ...(databaseUrl !== '' && { databaseUrl }) });
const handler = createMeasuredHandler(async ({ payload: { at } }) => {
  if (typeof at === 'number') console.log(performance.timeOrigin + performance.now() - at);
  return undefined;
}, Number(concurrency));
startRunner({
  ...{ database, store: createJobStore(database), handlers: [handler], clock: Date.now },
  ...{ log: pino({ level: 'warn' }, pino.destination(2)), context: { run: (_id, work) => work() } },
  metrics: { observeOutcome() {} },
});
console.log('started');
// A runner alone does not prevent the exit of a process.
setInterval(() => {}, 60_000);
