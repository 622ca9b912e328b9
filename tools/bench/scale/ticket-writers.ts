import { Client } from 'pg';
import { request } from 'undici';
import { addOneAdministrator } from '../../../api/testing/administrators.ts';
import { startApi } from '../desk.ts';
import { openJobsDesk } from '../jobs/job-store.ts';

/** The settings of API processes on one PostgreSQL server. */
export type WriterSetting = { profile: 'standard' | 'strict'; processes: number; idBlock: number };

/**
 * `repeated` is the share of transactions that were rolled back. `rejected` is the share of requests that created no
 * ticket.
 */
export type WriterSpeed = WriterSetting & { perSecond: number; repeated: number; rejected: number };

const [writers, warmUpSeconds] = [50, 2];

/** Measures 50 writers, each of which creates one ticket after the other. */
export const measureTicketWriters = async (setting: WriterSetting, seconds: number): Promise<WriterSpeed> => {
  const desk = await openJobsDesk('postgres');
  const { DATABASE_URL: databaseUrl = '' } = desk.environment;
  const token = await addOneAdministrator({ dataDir: '', databaseUrl });
  const environment = {
    ...{ ...desk.environment, JOBS: 'false', SAMPLE_DATA: 'false' },
    ...{ DATABASE_PROFILE: setting.profile, ID_BLOCK: String(setting.idBlock) },
  };
  const apis = await Promise.all(Array.from({ length: setting.processes }, () => startApi(environment)));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const writeFor = async (duration: number) => {
    const until = performance.now() + duration * 1000;
    let [created, rejected] = [0, 0];
    const write = async (writer: number) => {
      const url = `${apis[writer % apis.length]?.url}/v1/tickets`;
      while (performance.now() < until) {
        const sent = { method: 'POST', headers, body: JSON.stringify({ subject: `Parcel ${created}` }) } as const;
        const { statusCode, body } = await request(url, sent);
        await body.dump();
        if (statusCode === 201) created++;
        else rejected++;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    return { created, rejected };
  };
  const warmUp = await writeFor(warmUpSeconds);
  const { created, rejected } = await writeFor(seconds);
  for (const api of apis) await api.stop();
  const repeats = await countRollbacks(databaseUrl);
  await desk.remove();
  const committed = warmUp.created + created;
  return {
    ...{ ...setting, perSecond: created / seconds },
    ...{ repeated: repeats / (committed + repeats), rejected: rejected / (created + rejected) },
  };
};

/** Counts the transactions that were rolled back. PostgreSQL adds those of a connection when the connection closes. */
const countRollbacks = async (databaseUrl: string): Promise<number> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const statement = 'select xact_rollback::int as count from pg_stat_database where datname = current_database()';
  const { rows } = await client.query<{ count: number }>(statement);
  await client.end();
  return rows[0]?.count ?? 0;
};
