import { createCoverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { type Answer, type Fault, putInFront } from './faulty-layer.ts';
import type { Move, Step } from './step.ts';
import { createTrial } from './try-moves.ts';

/** A step as somebody would write it down: `GET /gists?count=true`, below /v1. */
export const asks = (as: string, line: string, body?: object, headers: Step['headers'] = []): Step => {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const type = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
  return {
    ...{ oddness: 0, as, method, path: `/v1${path}`, query, headers: [...type, ...headers] },
    ...{ body: body === undefined ? null : JSON.stringify(body), watched: false },
  };
};

/** Everything is answered as it is. */
export const noFault: Fault = (_, ask) => ask();

/** Makes something else of the answers to what is asked like this: `cleo GET /v1/tickets/7`. */
export const faultAt =
  (asked: RegExp, change: (answer: Answer) => Answer | null): Fault =>
  async ({ as, method, address }, ask) => {
    const answer = await ask();
    return asked.test(`${as} ${method} ${address}`) ? change(answer) : answer;
  };

/** A fault, what is asked to meet it, and how the finding reads. */
export type PlantedFault<Asked extends Move = Move> = [what: string, asked: Asked, fault: Fault, finding: RegExp];

/** A desk to which wrong answers are given. */
export type Planted = {
  /** What is found when a sequence is played with this fault; empty where there is nothing. */
  findingOf(fault: Fault, moves: readonly Move[]): Promise<string>;
  stop(): Promise<void>;
};

/** One that is tried for as long as it stands, as a run does: what was stored in earlier sequences is remembered. */
export const startPlanted = async (desk: FuzzDesk): Promise<Planted> => {
  let current = noFault;
  const layer = await putInFront(desk, (asked, ask) => current(asked, ask));
  const trial = createTrial(layer.desk, createCoverage(), () => false);
  return {
    async findingOf(fault, moves) {
      current = fault;
      return (await trial.play(moves))?.error.message ?? '';
    },
    async stop() {
      await trial.close();
      await layer.lift();
    },
  };
};
