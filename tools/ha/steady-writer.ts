import { setTimeout as pause } from 'node:timers/promises';
import { throwProblems } from '../workloads/expected-responses.ts';
import { readAllRows, type TestDesk } from '../workloads/test-desk.ts';

/** The observations of the steady writers in a round. */
export type Observation = {
  /** When each write was acknowledged, in milliseconds as of `performance.now()`. */
  acknowledgedAt: number[];
  /** The numbers of 503, of attempts without a response, and of other statuses above 500. */
  unavailable: number;
  unanswered: number;
  unexpected: Record<number, number>;
};

/** Writes through an outage: it retries each request with its Idempotency-Key until it is acknowledged. */
export type SteadyWriter = {
  /** Creates tickets in a new round until `isOver` returns true. Waits until the last ticket is acknowledged. */
  write(desk: TestDesk, observation: Observation, isOver: () => boolean): Promise<void>;
  /** Verifies that exactly the acknowledged tickets of the round exist, once each. `mayLose` allows lost tickets. */
  verifyRound(desk: TestDesk, mayLose?: boolean): Promise<{ acknowledged: number; lost: number }>;
};

export const createObservation = (): Observation => ({
  ...{ acknowledgedAt: [], unavailable: 0, unanswered: 0, unexpected: {} },
});

/** Retry-After, which is longer, would hide how soon writes succeed again. */
const retryMilliseconds = 100;

const shownProblems = 3;

/** @param assigneeId the person who is assigned to each ticket and notified of it */
export const createSteadyWriter = (token: string, prefix: string, assigneeId: string): SteadyWriter => {
  let [round, number] = [0, 0];
  let ids = new Map<string, string>();
  const word = () => `${prefix}r${round.toString(36).padStart(3, '0')}`;

  const create = async (desk: TestDesk, observation: Observation, subject: string): Promise<string> => {
    for (;;) {
      const response = await desk
        .as(token)('POST', '/v1/tickets', { subject, assignee_id: assigneeId }, { key: subject })
        .catch(() => null);
      if (response?.status === 201) return String(response.body['id']);
      if (response === null) observation.unanswered++;
      else if (response.status === 503) observation.unavailable++;
      else if (response.status > 500)
        observation.unexpected[response.status] = (observation.unexpected[response.status] ?? 0) + 1;
      else throw new Error(`POST /v1/tickets returned ${response.status} ${JSON.stringify(response.body)}`);
      await pause(retryMilliseconds);
    }
  };

  return {
    async write(desk, observation, isOver) {
      round++;
      ids = new Map();
      while (!isOver()) {
        const subject = `${word()}-${number++}`;
        ids.set(subject, await create(desk, observation, subject));
        observation.acknowledgedAt.push(performance.now());
      }
    },
    async verifyRound(desk, mayLose = false) {
      const found = new Map<string, string>();
      const problems: string[] = [];
      for await (const { id, subject } of readAllRows(
        desk.as(token),
        `/v1/tickets?q=${word()}&fields=id,subject&per_page=100`,
      )) {
        if (found.has(String(subject))) problems.push(`the ticket "${subject}" was created twice`);
        found.set(String(subject), String(id));
      }
      const lost = [...ids].filter(([subject, id]) => found.get(subject) !== id);
      if (!mayLose)
        for (const [subject, id] of lost)
          problems.push(`the ticket "${subject}" was acknowledged as ${id} but is missing`);
      for (const subject of found.keys())
        if (!ids.has(subject)) problems.push(`the ticket "${subject}" exists but was not acknowledged`);
      const more = problems.length - shownProblems;
      throwProblems([...problems.slice(0, shownProblems), ...(more > 0 ? [`and ${more} more tickets`] : [])]);
      return { acknowledged: ids.size, lost: lost.length };
    },
  };
};
