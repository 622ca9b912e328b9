import { createCoverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { type Fault, type ProxyResponse, startFaultyProxy } from './faulty-proxy.ts';
import { createPlayer } from './play-moves.ts';
import type { Move, Step } from './step.ts';

/** Creates a step from a request line relative to /v1: `GET /gists?count=true`. */
export const createStep = (as: string, line: string, body?: object, headers: Step['headers'] = []): Step => {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const type = body === undefined ? [] : [['Content-Type', 'application/json'] as const];
  return {
    ...{ as, method, path: `/v1${path}`, query, headers: [...type, ...headers] },
    ...{ body: body === undefined ? null : JSON.stringify(body), checksUnchanged: false },
  };
};

/** Forwards every request unchanged. */
export const noFault: Fault = (_, forward) => forward();

/** Changes the responses to matching requests: `cleo GET /v1/tickets/7`. */
export const faultAt =
  (pattern: RegExp, change: (answer: ProxyResponse) => ProxyResponse | null): Fault =>
  async ({ as, method, address }, forward) => {
    const answer = await forward();
    return pattern.test(`${as} ${method} ${address}`) ? change(answer) : answer;
  };

/** A fault, the move that triggers it, and the expected finding. */
export type InjectedFault<Trigger extends Move = Move> = [
  what: string,
  trigger: Trigger,
  fault: Fault,
  finding: RegExp,
];

/** A desk with an injected fault. */
export type FaultyDesk = {
  /** Plays a sequence with this fault; returns the message of the finding, or an empty string. */
  findWith(fault: Fault, moves: readonly Move[]): Promise<string>;
  stop(): Promise<void>;
};

/** Plays all sequences on one desk, as a run does, and remembers what earlier sequences stored. */
export const startFaultyDesk = async (desk: FuzzDesk): Promise<FaultyDesk> => {
  let current = noFault;
  const layer = await startFaultyProxy(desk, (request, forward) => current(request, forward));
  const trial = createPlayer(layer.desk, createCoverage(), () => false);
  return {
    async findWith(fault, moves) {
      current = fault;
      return (await trial.play(moves))?.error.message ?? '';
    },
    async stop() {
      await trial.close();
      await layer.remove();
    },
  };
};
