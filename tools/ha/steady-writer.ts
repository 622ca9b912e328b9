import { setTimeout as pause } from 'node:timers/promises';
import { throwProblems } from '../workloads/expected-responses.ts';
import { type ResourceResponse, readAllRows, type SendToDesk, type TestDesk } from '../workloads/test-desk.ts';

/** The observations of the steady writers in a round. */
export type Observation = {
  /** When each write was acknowledged, in milliseconds as of `performance.now()`. */
  acknowledgedAt: number[];
  /** The number of responses with 503. */
  unavailable: number;
  /** The number of requests without a response. */
  unanswered: number;
  /** The number of other responses by status: 409 while the key is in progress, or a status above 500. */
  otherStatuses: Record<number, number>;
};

/** A writer that continues through an outage. It retries each request with its Idempotency-Key until it succeeds. */
export type SteadyWriter = {
  /** Creates tickets in a new round until `isOver` returns true. Waits until the last ticket is acknowledged. */
  write(desk: TestDesk, observation: Observation, isOver: () => boolean): Promise<void>;
  /** Verifies that exactly the acknowledged tickets of the round exist, once each. `mayLose` allows lost tickets. */
  verifyRound(desk: TestDesk, mayLose?: boolean): Promise<{ acknowledged: number; lost: number }>;
  /** Verifies the tickets of all rounds once more. */
  verifyRun(desk: TestDesk, mayLose?: boolean): Promise<void>;
};

export const createObservation = (): Observation => ({
  ...{ acknowledgedAt: [], unavailable: 0, unanswered: 0, otherStatuses: {} },
});

/** Retry-After, which is longer, would hide how soon writes succeed again. */
const retryMilliseconds = 100;

const shownProblems = 3;

/** A COMMIT that waits for the standby may still hold the key of a request that got 503. */
const keyInProgress = 40903;

/** The tickets of a round, by subject. */
type Round = { word: string; ids: Map<string, string> };

/** @param assigneeId the person who is assigned to each ticket and notified of it */
export const createSteadyWriter = (token: string, prefix: string, assigneeId: string): SteadyWriter => {
  let number = 0;
  const rounds: Round[] = [];

  const create = async (desk: TestDesk, observation: Observation, subject: string): Promise<string> => {
    for (;;) {
      const response = await desk
        .as(token)('POST', '/v1/tickets', { subject, assignee_id: assigneeId }, { key: subject })
        .catch(() => null);
      if (response?.status === 201) return String(response.body['id']);
      count(observation, response);
      await pause(retryMilliseconds);
    }
  };

  return {
    async write(desk, observation, isOver) {
      const word = `${prefix}r${(rounds.length + 1).toString(36).padStart(3, '0')}`;
      const ids = new Map<string, string>();
      rounds.push({ word, ids });
      while (!isOver()) {
        const subject = `${word}-${number++}`;
        ids.set(subject, await create(desk, observation, subject));
        observation.acknowledgedAt.push(performance.now());
      }
    },
    async verifyRound(desk, mayLose = false) {
      const round = rounds.at(-1);
      if (round === undefined) throw new Error('No round was written.');
      return { acknowledged: round.ids.size, lost: await verify(desk.as(token), round, mayLose) };
    },
    async verifyRun(desk, mayLose = false) {
      for (const round of rounds) await verify(desk.as(token), round, mayLose);
    },
  };
};

/** Counts a write that was not acknowledged. @throws for a response that `Observation` does not describe */
const count = (observation: Observation, response: ResourceResponse | null): void => {
  if (response === null) return void observation.unanswered++;
  const { status, body, retryAfter } = response;
  if (status === 503 && retryAfter !== null && retryAfter > 0) return void observation.unavailable++;
  if ((status <= 500 || status === 503) && body['code'] !== keyInProgress)
    throw new Error(`POST /v1/tickets returned ${status} (Retry-After ${retryAfter}) ${JSON.stringify(body)}`);
  observation.otherStatuses[status] = (observation.otherStatuses[status] ?? 0) + 1;
};

/**
 * Compares the stored tickets of a round with the acknowledged tickets. @returns the number of lost tickets
 * @throws the first differences
 */
const verify = async (send: SendToDesk, { word, ids }: Round, mayLose: boolean): Promise<number> => {
  const found = new Map<string, string>();
  const problems: string[] = [];
  for await (const { id, subject } of readAllRows(send, `/v1/tickets?q=${word}&fields=id,subject&per_page=100`)) {
    if (found.has(String(subject))) problems.push(`the ticket "${subject}" was created twice`);
    found.set(String(subject), String(id));
  }
  const lost = [...ids].filter(([subject, id]) => found.get(subject) !== id);
  if (!mayLose)
    for (const [subject, id] of lost) problems.push(`the ticket "${subject}" was acknowledged as ${id} but is missing`);
  for (const subject of found.keys())
    if (!ids.has(subject)) problems.push(`the ticket "${subject}" exists but was not acknowledged`);
  const more = problems.length - shownProblems;
  throwProblems([...problems.slice(0, shownProblems), ...(more > 0 ? [`and ${more} more tickets`] : [])]);
  return lost.length;
};
