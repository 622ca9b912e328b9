import { Client } from 'undici';
import { type LoadClients, type RequestResult, sendMeasured } from './clients.ts';
import { isSuccessfulResult } from './summary.ts';

/** The recovery from an overload, in milliseconds from its end. */
export type Recovery = {
  /** Until a new client gets its first successful response. */
  firstSuccess: number;
  /** Until responses are as fast as before; undefined if that takes more than 30 s. */
  quick: number | undefined;
  /** Until all requests of the overload have a response. */
  allResponded: number;
};

/** Sends sequential requests, each on a new connection, without other load. */
export async function sendSequentially(loadClients: LoadClients): Promise<RequestResult[]> {
  const results: RequestResult[] = [];
  while (results.length < quietRequests) results.push(await sendOnNewConnection(loadClients, results.length));
  return results;
}

/** Enough requests of every kind for a meaningful maximum duration. */
const quietRequests = 200;
/** Fast responses in a row that show a recovery; they include every kind of request. */
const requiredInARow = 20;
const timeoutMilliseconds = 30_000;

/**
 * Sends sequential requests until responses are as fast as before.
 *
 * @param quiet the results without other load
 */
export async function measureRecovery(
  loadClients: LoadClients,
  quiet: readonly RequestResult[],
): Promise<Omit<Recovery, 'allResponded'>> {
  const slowest = Math.max(...quiet.map(({ milliseconds }) => milliseconds));
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  let [firstSuccess, quick, inARow]: [number, number | undefined, number] = [Number.NaN, undefined, 0];
  for (let requestIndex = 0; inARow < requiredInARow && elapsed() < timeoutMilliseconds; requestIndex++) {
    const since = elapsed();
    const result = await sendOnNewConnection(loadClients, requestIndex);
    if (Number.isNaN(firstSuccess) && isSuccessfulResult(result)) firstSuccess = elapsed();
    const isQuick = isSuccessfulResult(result) && result.milliseconds <= slowest;
    if (isQuick && inARow === 0) quick = since;
    inARow = isQuick ? inARow + 1 : 0;
  }
  return { firstSuccess, quick: inARow < requiredInARow ? undefined : quick };
}

async function sendOnNewConnection(loadClients: LoadClients, requestIndex: number): Promise<RequestResult> {
  const client = new Client(loadClients.url);
  const result = await sendMeasured(client, loadClients, { sessionIndex: 0, requestIndex });
  await client.close();
  return result;
}
