import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { createCoverage } from './coverage.ts';
import { startFuzzDesk } from './desk.ts';
import { operationsOf } from './document-operations.ts';
import { type Found, fuzz } from './fuzz.ts';
import { commandFor } from './place.ts';
import { progressLine } from './progress-line.ts';

// A Ctrl-C ends us as an exit does, so that the desk goes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

type Options = { minutes: number; seed: number; again?: string; postgres?: boolean; json?: boolean };

const greatestSeed = 2 ** 31;

const readMinutes = (text: string): number => {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= 1440) return minutes;
  throw new InvalidArgumentError('It is a number of minutes, 1440 at most.');
};

const readSeed = (text: string): number => {
  if (/^\d{1,10}$/.test(text) && Number(text) < greatestSeed) return Number(text);
  throw new InvalidArgumentError('It is a whole number, as a run printed it.');
};

const describe = ({ seconds, details, moves, place }: Found, postgres: boolean): string =>
  [`FOUND after ${seconds.toFixed(1)} s: ${details}`, ...moves, `again: ${commandFor(place, postgres)}`].join('\n');

const run = async ({ minutes, seed, again, postgres = false, json = false }: Options): Promise<void> => {
  console.error(`${again === undefined ? `seed ${seed}` : `again ${again}`}, ${postgres ? 'PostgreSQL' : 'SQLite'}`);
  const desk = await startFuzzDesk(postgres ? 'postgres' : 'sqlite');
  const coverage = createCoverage();
  const progress = progressLine(process.stderr, coverage);
  const plan = again === undefined ? { seed, seconds: minutes * 60 } : { place: again };
  const found = await fuzz(desk, coverage, plan, progress.tell);
  progress.end();
  const memory = await desk.memory();
  await desk.stop();
  if (json) console.log(JSON.stringify({ seed, requests: coverage.requests(), memory_mib: memory, found }, null, 2));
  else {
    if (again === undefined) console.log(coverage.told(operationsOf(desk.document)).join('\n'));
    for (const each of found) console.log(`\n${describe(each, postgres)}`);
    const begun = again === undefined ? `, seed ${seed}` : '';
    console.log(`\n${coverage.requests()} requests, ${found.length} findings, ${memory ?? '?'} MiB${begun}`);
  }
  if (found.length > 0) process.exitCode = 1;
};

const command = new Command('fuzz')
  .description(
    'Sends valid, nearly valid and wild requests in sequences, as several people of each role, to a desk of its own, over every operation of its OpenAPI document and the authorization server. It exits 1 when it finds an answer that must never be.',
  )
  .option('--minutes <n>', 'how long to try', readMinutes, 1)
  .option('--seed <n>', 'begin as another run did, which printed it', readSeed, randomInt(greatestSeed))
  .option('--again <place>', 'nothing but one sequence, as a finding named it')
  .option('--postgres', 'on a PostgreSQL of its own instead of an SQLite file')
  .option('--json', 'print JSON')
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
}
