import type { Request, RequestHandler, Response } from 'express';

/** Begins requests in the order in which they came, so many at once that the process stays at hand. */
export type Turns = {
  /** Goes before all that costs anything. */
  take: RequestHandler;
  /** How long a request has waited until it was begun, in milliseconds. */
  waited(request: Request): number;
  /** How many wait for theirs. */
  waiting(): number;
};

type Choices = {
  /** How many are begun in one turn of the event loop. */
  most?: number;
  /** False while none can be begun, for what they need is taken; what has waited too long is begun all the same, to be refused. */
  mayBegin?: () => boolean;
  /** How many connections have been accepted so far. */
  accepted?: () => number;
};

/** So many turns in a row may pass with a new connection each and nothing begun. */
const mostLetIn = 64;

/** In milliseconds. Beyond it a person has begun to wonder; until then a program has got its answer in good time. */
const longestWait = 1000;

/** How soon it is asked again whether one may be begun, in milliseconds. */
const againMilliseconds = 1;

type Waiting = { request: Request; response: Response; since: number; begin: () => void };

/**
 * Under load a turn of the event loop would be as long as all the requests take that came in the last one, and in each turn
 * Node accepts one new connection: hundreds would wait for it, for as long as the load lasts. So few are begun in a turn, and
 * the others wait here, where it is known for how long, and where those whose caller has left cost nothing any more. While
 * connections come, nothing is begun for a while: who waits to be accepted is neither answered nor refused.
 */
export const createTurns = ({ most = 64, mayBegin = () => true, accepted = () => 0 }: Choices = {}): Turns => {
  const waiting: Waiting[] = [];
  const waited = new WeakMap<Request, number>();
  let begun = 0;
  let seen = 0;
  let letIn = 0;
  let isTurnSet = false;

  const mayBeginFirst = (): boolean => {
    const [first] = waiting;
    return first !== undefined && (mayBegin() || performance.now() - first.since > longestWait);
  };
  /** Whether a connection has come since the last turn, behind which others may wait. */
  const isLettingIn = (): boolean => {
    const before = seen;
    seen = accepted();
    letIn = seen === before || letIn === mostLetIn ? 0 : letIn + 1;
    return letIn > 0;
  };
  const setTurn = (): void => {
    if (isTurnSet) return;
    isTurnSet = true;
    if (waiting.length > 0 && !mayBeginFirst()) setTimeout(turn, againMilliseconds);
    else setImmediate(turn);
  };
  const turn = (): void => {
    isTurnSet = false;
    begun = 0;
    const isForOthers = isLettingIn();
    while (!isForOthers && begun < most && mayBeginFirst()) beginFirst();
    if (waiting.length > 0 || begun > 0 || isForOthers) setTurn();
  };
  const beginFirst = (): void => {
    const first = waiting.shift();
    if (first === undefined || first.response.closed) return;
    waited.set(first.request, performance.now() - first.since);
    begun += 1;
    first.begin();
  };

  return {
    take: (request, response, next) => {
      // The last turn let nobody in, and nobody has come since.
      const isQuiet = letIn === 0 && seen === accepted();
      if (waiting.length === 0 && begun < most && isQuiet && mayBegin()) {
        begun += 1;
        setTurn();
        return next();
      }
      waiting.push({ request, response, since: performance.now(), begin: next });
      setTurn();
    },
    waited: request => waited.get(request) ?? 0,
    waiting: () => waiting.length,
  };
};

/** Whether it is better refused at once than answered late, and everything after it later still. */
export const isTooLate = ({ waited }: Turns, request: Request): boolean => waited(request) > longestWait;
