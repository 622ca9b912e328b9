import { Client } from 'pg';
import { Agent, type Dispatcher } from 'undici';
import { formatTable } from '../../api/command-line.ts';
import { createClientClass } from '../../api/database/postgres-primary.ts';
import { addOneAdministrator } from '../../api/testing/administrators.ts';
import { startApiProcess } from '../../api/testing/api-process.ts';
import { commitToDisk } from '../../api/testing/postgres.ts';
import { startServers } from './servers.ts';

/** The values of both sides, by round. Other load affects both sides of a round equally. */
type Comparison = { name: string; sides: readonly [number[], number[]] };

const [rounds, roundSeconds, clients] = [10, 3, 20];

const connections = 200;

const timeoutMilliseconds = 8000;

/**
 * Compares direct requests with requests through PgBouncer. Also compares new connections without and with the check
 * that the server is the primary.
 *
 * @returns the tables
 */
export const measureConnections = async (directory: string): Promise<string> => {
  const { serverUrl, poolerUrl, stop } = await startServers(directory);
  await commitToDisk(serverUrl);
  try {
    const requests = await compareRequests(directory, serverUrl, poolerUrl);
    return [
      ...formatComparisons(['requests per second', 'direct', 'through PgBouncer', 'ratio (aim 0.9)'], requests),
      '',
      ...formatComparisons(['milliseconds', 'unchecked', 'checked', 'ratio'], [await compareConnections(serverUrl)]),
    ].join('\n');
  } finally {
    await stop();
  }
};

const compareRequests = async (directory: string, databaseUrl: string, pooledUrl: string): Promise<Comparison[]> => {
  const token = await addOneAdministrator({ dataDir: '', databaseUrl });
  const settings = { JOBS: 'false', SAMPLE_DATA: 'false', RATE_LIMIT_PER_MINUTE: '1000000', DATA_DIR: directory };
  const start = (url: string) => startApiProcess({ ...settings, DATABASE_URL: url }, { seconds: 0 });
  const apis = [await start(databaseUrl), await start(pooledUrl)] as const;
  const agent = new Agent({ connections: clients });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ subject: 'Parcel' });
  const compare = async (name: string, sent: Omit<Dispatcher.RequestOptions, 'origin'>): Promise<Comparison> => {
    const sides: Comparison['sides'] = [[], []];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++)
      for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const perSecond = await countRequests(agent, { ...sent, origin: apis[side]?.url ?? '' });
        if (round > 0) sides[side]?.push(perSecond);
      }
    return { name, sides };
  };
  const compared = [
    await compare('new tickets', { method: 'POST', path: '/v1/tickets', headers, body }),
    await compare('lists of tickets', { method: 'GET', path: '/v1/tickets', headers }),
  ];
  await agent.close();
  for (const api of apis) await api.stop();
  return compared;
};

/** Lets clients repeat a request for some seconds. @returns the requests per second */
const countRequests = async (agent: Agent, sent: Dispatcher.RequestOptions): Promise<number> => {
  let count = 0;
  const until = performance.now() + roundSeconds * 1000;
  const repeat = async () => {
    for (; performance.now() < until; count++) {
      const { statusCode, body } = await agent.request(sent);
      if (statusCode >= 300)
        throw new Error(`${sent.method} ${sent.path} returned ${statusCode}: ${await body.text()}`);
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: clients }, repeat));
  return count / roundSeconds;
};

const compareConnections = async (databaseUrl: string): Promise<Comparison> => {
  const primary = { url: databaseUrl, isReadOnly: false, acceptsStandby: false };
  const CheckedClient = createClientClass(primary, timeoutMilliseconds);
  const create = [() => new Client({ connectionString: databaseUrl }), () => new CheckedClient()] as const;
  const sides: Comparison['sides'] = [[], []];
  for (let count = 0; count < connections; count++)
    for (const side of [count % 2, 1 - (count % 2)] as (0 | 1)[]) {
      const client = create[side]();
      const startedAt = performance.now();
      await client.connect();
      sides[side].push(performance.now() - startedAt);
      await client.end();
    }
  return { name: 'a new connection', sides };
};

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

const formatComparisons = (headings: readonly string[], comparisons: readonly Comparison[]): string[] =>
  formatTable(
    headings,
    comparisons.map(({ name, sides: [left, right] }) => {
      const ratios = right.map((value, round) => value / (left[round] ?? Number.NaN));
      return [name, ...[left, right, ratios].map(values => number.format(median(values)))];
    }),
  );

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
