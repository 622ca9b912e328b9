import { createCoverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { type Answer, type Fault, putInFront } from './faulty-layer.ts';
import type { Move, Step } from './step.ts';
import { createTrial } from './try-moves.ts';

/** Creates a step from a request line relative to /v1: `GET /gists?count=true`. */
export const asks = (as: string, line: string, body?: object, headers: Step['headers'] = []): Step => {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const type = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
  return {
    ...{ oddness: 0, as, method, path: `/v1${path}`, query, headers: [...type, ...headers] },
    ...{ body: body === undefined ? null : JSON.stringify(body), watched: false },
  };
};

/** Forwards every request unchanged. */
export const noFault: Fault = (_, forward) => forward();

/** Changes the responses to matching requests: `cleo GET /v1/tickets/7`. */
export const faultAt =
  (pattern: RegExp, change: (answer: Answer) => Answer | null): Fault =>
  async ({ as, method, address }, forward) => {
    const answer = await forward();
    return pattern.test(`${as} ${method} ${address}`) ? change(answer) : answer;
  };

/** A fault, the move that triggers it, and the expected finding. */
export type PlantedFault<Trigger extends Move = Move> = [what: string, trigger: Trigger, fault: Fault, finding: RegExp];

/** A desk with an injected fault. */
export type Planted = {
  /** Plays a sequence with this fault; returns the message of the finding, or an empty string. */
  findingOf(fault: Fault, moves: readonly Move[]): Promise<string>;
  stop(): Promise<void>;
};

/** Plays all sequences on one desk, as a run does, and remembers what earlier sequences stored. */
export const startPlanted = async (desk: FuzzDesk): Promise<Planted> => {
  let current = noFault;
  const layer = await putInFront(desk, (request, forward) => current(request, forward));
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
