import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { type Coverage, createCoverage } from './coverage.ts';
import { startFuzzDesk } from './desk.ts';
import { listOperations } from './document-operations.ts';
import { type FuzzResult, fuzz } from './fuzz.ts';
import { getReplayCommand } from './replay-position.ts';

// Exits on Ctrl-C, so that exit handlers stop the desk.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

type Options = { minutes: number; seed: number; replay?: string; postgres?: boolean; json?: boolean };

const maxSeed = 2 ** 31;

const parseMinutes = (text: string): number => {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= 1440) return minutes;
  throw new InvalidArgumentError('Expected a number of minutes up to 1440.');
};

const parseSeed = (text: string): number => {
  if (/^\d{1,10}$/.test(text) && Number(text) < maxSeed) return Number(text);
  throw new InvalidArgumentError('Expected a whole number, as printed by a run.');
};

const formatFinding = ({ seconds, details, actions, position }: FuzzResult, postgres: boolean): string =>
  [
    `FOUND after ${seconds.toFixed(1)} s: ${details}`,
    ...actions,
    `replay: ${getReplayCommand(position, postgres)}`,
  ].join('\n');

/** Reports the progress. Updates one line on a terminal; elsewhere prints a new line every 20 s. */
const createProgressReporter = (coverage: Coverage) => {
  const { stderr } = process;
  let shownAt = 0;
  return (seconds: number, found: number): void => {
    if (seconds - shownAt < (stderr.isTTY ? 1 : 20)) return;
    shownAt = seconds;
    const requests = coverage.requests();
    const line = `${Math.round(seconds)} s, ${requests} requests, ${Math.round(requests / seconds)}/s: ${coverage.classes()}; ${found} findings`;
    stderr.write(stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
  };
};

const run = async ({ minutes, seed, replay, postgres = false, json = false }: Options): Promise<void> => {
  console.error(`${replay === undefined ? `seed ${seed}` : `replay ${replay}`}, ${postgres ? 'PostgreSQL' : 'SQLite'}`);
  const desk = await startFuzzDesk(postgres ? 'postgres' : 'sqlite');
  const coverage = createCoverage();
  const plan = replay === undefined ? { seed, seconds: minutes * 60 } : { position: replay };
  const runAndMeasure = async () => {
    const found = await fuzz(desk, coverage, plan, createProgressReporter(coverage));
    if (process.stderr.isTTY) process.stderr.write('\n');
    return { found, memory: await desk.memory() };
  };
  const { found, memory } = await runAndMeasure().finally(() => desk.stop());
  if (json) console.log(JSON.stringify({ seed, requests: coverage.requests(), memory_mib: memory, found }, null, 2));
  else {
    const missed = replay === undefined ? coverage.findUnsuccessful(listOperations(desk.document)) : [];
    if (missed.length > 0) console.log(`operations that never succeeded: ${missed.join(', ')}`);
    for (const each of found) console.log(`\n${formatFinding(each, postgres)}`);
    const seedText = replay === undefined ? `, seed ${seed}` : '';
    console.log(
      `\n${coverage.requests()} requests (${coverage.classes()}), ${found.length} findings, ${memory ?? '?'} MiB${seedText}`,
    );
  }
  if (found.length > 0) process.exitCode = 1;
};

const command = new Command('fuzz')
  .description(
    'Fuzzes a temporary desk: sends sequences of valid, nearly valid and arbitrary requests as several people of each role, to every operation of the OpenAPI document and to the authorization server. Exits with 1 on any finding.',
  )
  .option('--minutes <n>', 'duration', parseMinutes, 1)
  .option('--seed <n>', 'repeat the run with this seed', parseSeed, randomInt(maxSeed))
  .option('--replay <position>', 'replay the sequence of a finding')
  .option('--postgres', 'use a temporary PostgreSQL server instead of SQLite')
  .option('--json', 'print JSON')
  .action(run);

try {
  await command.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
}
