import { Client } from 'pg';
import { createClientClass } from '../../api/database/postgres-primary.ts';
import { addOneAdministrator } from '../../api/testing/administrators.ts';
import { commitToDisk, createTestDatabase } from '../../api/testing/postgres.ts';
import { startApi } from '../bench/desk.ts';
import { createLoadGenerator, type LoadRequest } from '../bench/load-generator.ts';
import { median, medianRatio } from '../bench/statistics.ts';
import { formatTextTable } from '../bench/table.ts';
import { startServers } from './servers.ts';

/** One value of each side in each round. */
type Comparison = { name: string; direct: number[]; pooled: number[] };

const [rounds, roundSeconds, clients] = [10, 3, 20];

const connections = 200;

const timeoutMilliseconds = 8000;

/**
 * Measures requests of an api process behind PgBouncer, relative to one without it, and the check of each new
 * connection, relative to a connection without it. @returns the tables
 */
export const measureConnections = async (directory: string): Promise<string> => {
  const { serverUrl, poolerUrl, stop } = await startServers(directory);
  process.env['TEST_POSTGRES_URL'] = serverUrl;
  const { databaseUrl } = await createTestDatabase();
  await commitToDisk(databaseUrl);
  const pooledUrl = new URL(poolerUrl);
  pooledUrl.pathname = new URL(databaseUrl).pathname;
  try {
    const requests = await measureRequests(databaseUrl, pooledUrl.href);
    return [formatRequests(requests), formatChecks(await measureChecks(databaseUrl))].join('\n\n');
  } finally {
    await stop();
  }
};

const measureRequests = async (databaseUrl: string, pooledUrl: string): Promise<Comparison[]> => {
  const token = await addOneAdministrator({ dataDir: '', databaseUrl });
  const settings = { JOBS: 'false', SAMPLE_DATA: 'false' };
  const apis = [
    await startApi({ ...settings, DATABASE_URL: databaseUrl }),
    await startApi({ ...settings, DATABASE_URL: pooledUrl }),
  ] as const;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const [direct, pooled] = apis.map(({ url }) => createLoadGenerator(url, clients));
  const measure = async (name: string, request: LoadRequest): Promise<Comparison> => {
    const comparison: Comparison = { name, direct: [], pooled: [] };
    const sides = [['direct', direct] as const, ['pooled', pooled] as const];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [side, generator] of round % 2 === 0 ? sides : sides.toReversed()) {
        const { perSecond } = (await generator?.send(() => request, roundSeconds)) ?? { perSecond: Number.NaN };
        if (round > 0) comparison[side].push(perSecond);
      }
    return comparison;
  };
  const body = JSON.stringify({ subject: 'Parcel' });
  const create: LoadRequest = { method: 'POST', path: '/v1/tickets', headers, body, status: 201 };
  const list: LoadRequest = { method: 'GET', path: '/v1/tickets', headers, status: 200 };
  const compared = [await measure('new tickets', create), await measure('lists of tickets', list)];
  await Promise.all([direct, pooled].map(generator => generator?.close()));
  for (const api of apis) await api.stop();
  return compared;
};

/** Opens connections with and without the check, in turns. @returns milliseconds of each */
const measureChecks = async (databaseUrl: string) => {
  const primary = { url: databaseUrl, isReadOnly: false, acceptsStandby: false };
  const CheckedClient = createClientClass(primary, timeoutMilliseconds);
  const kinds = [
    { milliseconds: [] as number[], create: () => new Client({ connectionString: databaseUrl }) },
    { milliseconds: [] as number[], create: () => new CheckedClient() },
  ] as const;
  for (let count = 0; count < connections; count++)
    for (const { milliseconds, create } of count % 2 === 0 ? kinds : kinds.toReversed()) {
      const client = create();
      const startedAt = performance.now();
      await client.connect();
      milliseconds.push(performance.now() - startedAt);
      await client.end();
    }
  const [unchecked, checked] = kinds;
  return { unchecked: unchecked.milliseconds, checked: checked.milliseconds };
};

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

const formatRequests = (comparisons: readonly Comparison[]): string =>
  formatTextTable({
    heading: `Requests per second of ${clients} clients, median of ${rounds} rounds`,
    columns: ['', 'direct', 'through PgBouncer', 'ratio (aim 0.9)'],
    rows: comparisons.map(({ name, direct, pooled }) => [
      ...[name, whole.format(median(direct)), whole.format(median(pooled))],
      precise.format(medianRatio(pooled, direct)),
    ]),
  });

const formatChecks = ({ unchecked, checked }: Awaited<ReturnType<typeof measureChecks>>): string =>
  formatTextTable({
    heading: `Milliseconds to open a connection, median of ${connections}`,
    columns: ['', 'unchecked', 'checked', 'ratio'],
    rows: [
      [
        ...['a new connection', precise.format(median(unchecked)), precise.format(median(checked))],
        precise.format(medianRatio(checked, unchecked)),
      ],
    ],
  });
