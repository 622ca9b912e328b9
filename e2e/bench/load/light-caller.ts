import { Client } from 'undici';
import { type Agents, type Ended, send } from './agents.ts';
import { isDone } from './summary.ts';

/** How a service that was asked too much comes back, in milliseconds from when that stopped. */
export type Recovery = {
  /** Until somebody who comes then has their first answer. */
  firstAnswer: number;
  /** From when on their answers are as quick as before, if they are within half a minute. */
  quick: number | undefined;
  /** Until what had been asked before is answered. */
  allAnswered: number;
};

/** What somebody gets who asks one thing after the other, each on a connection of its own, in a quiet moment. */
export async function callLightly(agents: Agents): Promise<Ended[]> {
  const ended: Ended[] = [];
  while (ended.length < quietCalls) ended.push(await call(agents, ended.length));
  return ended;
}

/** Every kind of request comes often enough for the slowest of them to be a measure. */
const quietCalls = 200;
/** So many in a row, and it is no chance: each kind is among them. */
const inARow = 20;
const longestMilliseconds = 30_000;

/**
 * Asks in the same way until all is as before.
 *
 * @param quiet what was answered before
 */
export async function callUntilQuick(agents: Agents, quiet: readonly Ended[]): Promise<Omit<Recovery, 'allAnswered'>> {
  const slowest = Math.max(...quiet.map(({ milliseconds }) => milliseconds));
  const begun = performance.now();
  const elapsed = () => performance.now() - begun;
  let [firstAnswer, quick, row]: [number, number | undefined, number] = [Number.NaN, undefined, 0];
  for (let turn = 0; row < inARow && elapsed() < longestMilliseconds; turn++) {
    const since = elapsed();
    const ended = await call(agents, turn);
    if (Number.isNaN(firstAnswer) && isDone(ended)) firstAnswer = elapsed();
    const isQuick = isDone(ended) && ended.milliseconds <= slowest;
    if (isQuick && row === 0) quick = since;
    row = isQuick ? row + 1 : 0;
  }
  return { firstAnswer, quick: row < inARow ? undefined : quick };
}

async function call(agents: Agents, turn: number): Promise<Ended> {
  const client = new Client(agents.url);
  const ended = await send(client, agents, { person: 0, turn });
  await client.close();
  return ended;
}
