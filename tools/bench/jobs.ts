import { Command, Option } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { type ListPageTimes, measureAdministrationLists } from './jobs/administration-lists.ts';
import { type Engine, openJobsDesk } from './jobs/job-store.ts';
import {
  type ListTimes,
  type MergeTimes,
  measureListsDuringJobs,
  measureListsDuringMerge,
} from './jobs/lists-during-jobs.ts';
import { type IdleCost, measureClaims, measureDelays, measureIdle, measureThroughput } from './jobs/measure-jobs.ts';
import { percentile } from './statistics.ts';
import type { Table } from './table.ts';

type Options = { engine?: Engine; waiting: number; part?: Part };

const parts = ['speed', 'claims', 'agents', 'tags', 'lists'] as const;
type Part = (typeof parts)[number];

/** Milliseconds. */
type Delays = { p50: number; p99: number };

type Measured = {
  engine: Engine;
  /**
   * Jobs per second, delays, and the cost of an idle runner. `one` and `two` are the jobs per second of one and of two
   * processes with 50 concurrent jobs each. `eightAtOnce` are those of one process with eight concurrent jobs.
   */
  speed?: { one: number; eightAtOnce: number; two: number; same: Delays; different: Delays; idle: IdleCost };
  /** Milliseconds of a claim among 1,000 and among many waiting jobs. */
  claims?: { few: number; many: number };
  agents?: { idle: ListTimes; busy: ListTimes };
  /** Ticket lists before and during the merge of a tag. */
  tags?: MergeTimes;
  /** Pages of many people and of a large audit log, while no job runs. */
  lists?: ListPageTimes[];
};

/** `npm run bench -- jobs`: measures jobs with an empty handler, and requests while the desk's own jobs run. */
export const jobsBench = (): Command =>
  benchCommand<Options, { waiting: number; results: Measured[] }>({
    command: new Command('jobs')
      .description(
        "measure background jobs: speed, delay and idle cost with an empty handler, requests while the desk's own jobs run, and long lists for administrators",
      )
      .addOption(new Option('--engine <engine>', 'only this engine').choices(['sqlite', 'postgres']))
      .addOption(new Option('--part <part>', 'only this part').choices(parts))
      .option('--waiting <n>', 'number of waiting jobs', createIntegerArgumentParser(1000, 10_000_000), 1_000_000),
    measure,
    tables: ({ results, waiting }) => [toTable(results, waiting)],
  });

async function measure({ engine, waiting, part }: Options) {
  const results: Measured[] = [];
  for (const each of engine === undefined ? (['sqlite', 'postgres'] as const) : [engine]) {
    const measured: Measured = { engine: each };
    for (const name of part === undefined ? parts : [part]) {
      logProgress(`${each}: ${name}`);
      if (name === 'speed') measured.speed = await measureSpeed(each);
      if (name === 'claims') measured.claims = await measureClaimCosts(each, waiting);
      if (name === 'tags') measured.tags = await measureListsDuringMerge(each);
      if (name === 'lists') measured.lists = await measureAdministrationLists(each);
      if (name === 'agents') measured.agents = await measureListsDuringJobs(each);
    }
    results.push(measured);
  }
  return { waiting, results };
}

async function measureSpeed(engine: Engine): Promise<NonNullable<Measured['speed']>> {
  const desk = await openJobsDesk(engine);
  const summarize = (milliseconds: number[]): Delays => ({
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  });
  try {
    return {
      same: summarize(await measureDelays['the same process'](desk, 500)),
      different: summarize(await measureDelays['a different process'](desk, 500)),
      one: await measureThroughput(desk, { processes: 1, concurrency: 50, jobs: 20_000 }),
      eightAtOnce: await measureThroughput(desk, { processes: 1, concurrency: 8, jobs: 20_000 }),
      two: await measureThroughput(desk, { processes: 2, concurrency: 50, jobs: 20_000 }),
      idle: await measureIdle(desk, 20),
    };
  } finally {
    await desk.remove();
  }
}

async function measureClaimCosts(engine: Engine, waiting: number): Promise<NonNullable<Measured['claims']>> {
  const desk = await openJobsDesk(engine);
  try {
    await measureClaims(desk, 1000, 200); // A first run prepares the statements.
    return { few: await measureClaims(desk, 1000, 200), many: await measureClaims(desk, waiting, 200) };
  } finally {
    await desk.remove();
  }
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

const toTable = (results: readonly Measured[], waiting: number): Table => {
  const row = (name: string, aim: string, format: (measured: Measured) => string | undefined) => [
    ...[name, aim],
    ...results.map(each => format(each) ?? ''),
  ];
  const delays = (of: 'same' | 'different') => (each: Measured) =>
    each.speed && `${fine.format(each.speed[of].p50)} / ${fine.format(each.speed[of].p99)}`;
  const lists = (part: 'agents' | 'tags', of: 'idle' | 'busy') => (each: Measured) =>
    each[part] && `${fine.format(each[part][of].p50)} / ${fine.format(each[part][of].p99)}`;
  return {
    heading: 'Background jobs, with an empty handler in the rows above the agents; times in milliseconds, p50 / p99',
    columns: ['', 'aim', ...results.map(({ engine }) => engine)],
    rows: [
      row('jobs per second, one process, 50 concurrently', '1,000', ({ speed }) => speed && whole.format(speed.one)),
      row('jobs per second, one process, 8 concurrently', '', ({ speed }) => speed && whole.format(speed.eightAtOnce)),
      row(
        'throughput of two processes, relative to one',
        '1.6',
        ({ speed }) => speed && fine.format(speed.two / speed.one),
      ),
      row('from commit to start in the same process', '5 / 20', delays('same')),
      row('from commit to start in a different process', '120 / 250', delays('different')),
      row('idle: statements per minute', '', ({ speed }) => speed && whole.format(speed.idle.statements)),
      row(
        'idle: processor seconds per minute',
        '0.3',
        ({ speed }) => speed && fine.format(speed.idle.processorSeconds),
      ),
      row('claim of 8 among 1,000 waiting jobs, p50', '', ({ claims }) => claims && fine.format(claims.few)),
      row(
        `claim of 8 among ${whole.format(waiting)}, p50 relative to 1,000`,
        '1.2',
        ({ claims }) => claims && fine.format(claims.many / claims.few),
      ),
      row('50 agents: ticket list on an idle desk', '', lists('agents', 'idle')),
      row('50 agents: ticket list during 10,000 due jobs', 'p99 × 1.5', lists('agents', 'busy')),
      row('jobs finished during these lists', '', ({ agents }) => agents && whole.format(agents.busy.finishedJobs)),
      row('50 agents: ticket list before a merge of tags', '', lists('tags', 'idle')),
      row('50 agents: ticket list during the merge', 'p99 × 1.5', lists('tags', 'busy')),
      row('tickets of the merge', '', ({ tags }) => tags && whole.format(tags.tickets)),
      row('seconds of the merge', '', ({ tags }) => tags && whole.format(tags.seconds)),
      ...(results[0]?.lists ?? []).map(({ list }, index) =>
        row(`${list}: first / deep page, p50`, '2', ({ lists }) => {
          const times = lists?.[index];
          return times && `${fine.format(times.first)} / ${fine.format(times.deep)}`;
        }),
      ),
    ],
  };
};
