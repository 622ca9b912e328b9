import type { Action } from './actions.ts';
import { callers } from './callers.ts';
import { createCoverage } from './coverage.ts';
import type { FuzzDesk } from './desk.ts';
import { createSequenceRunner } from './run-sequence.ts';
import type { DeskResponse, SentRequest } from './send.ts';

/** A request and its caller. */
type FaultyRequest = { as: string; method: string; address: string };

/** Sends the request to the desk, with optional changes. Raw bytes are never changed. Null without a response. */
type Forward = (changes?: Partial<Pick<FaultyRequest, 'as' | 'address'>>) => Promise<DeskResponse | null>;

/** Changes the response to a request, or the request itself. */
export type Fault = (request: FaultyRequest, forward: Forward) => Promise<DeskResponse | null>;

/** Forwards every request unchanged. */
export const noFault: Fault = (_, forward) => forward();

/** Changes the responses to requests that match a pattern, as in `cleo GET /v1/tickets/7`. */
export const faultAt =
  (pattern: RegExp, change: (received: DeskResponse) => DeskResponse): Fault =>
  async ({ as, method, address }, forward) => {
    const received = await forward();
    return received !== null && pattern.test(`${as} ${method} ${address}`) ? change(received) : received;
  };

export const withBody = (received: DeskResponse, status: number, body: object): DeskResponse => ({
  ...received,
  ...{ status, body, text: JSON.stringify(body) },
});

/** Returns a response with changed headers; null removes a header. */
export const withHeaders = (received: DeskResponse, changes: Record<string, string | null>): DeskResponse => {
  const headers = new Headers(received.headers);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return { ...received, headers };
};

/** Returns a desk whose responses pass through a fault. */
export const createFaultyDesk = (desk: FuzzDesk, fault: Fault): FuzzDesk => ({
  ...desk,
  openTransport() {
    const transport = desk.openTransport();
    const isAuthorization = ([name]: readonly [string, string]) => name.toLowerCase() === 'authorization';
    const findCaller = ({ headers }: SentRequest): string => {
      const authorization = headers.find(isAuthorization)?.[1] ?? null;
      return Object.keys(callers).find(name => desk.getAuthorization(name) === authorization) ?? 'anonymous';
    };
    return {
      ...transport,
      send(sent) {
        const request = { as: findCaller(sent), method: sent.method, address: sent.address };
        return fault(request, changes => {
          const { as, address } = { ...request, ...changes };
          const authorization = desk.getAuthorization(as);
          const headers = sent.headers.filter(each => !isAuthorization(each));
          const withCaller = authorization === null ? headers : [...headers, ['Authorization', authorization] as const];
          return transport.send({ ...sent, address, headers: withCaller });
        });
      },
      sendBytes(bytes) {
        const [method = '', address = ''] = bytes.split(' ');
        return fault({ as: 'anonymous', method, address }, () => transport.sendBytes(bytes));
      },
    };
  },
});

/** Creates a runner whose sequences share one desk, as in a fuzz run. */
export const createFaultyRunner = (desk: FuzzDesk) => {
  let current = noFault;
  const faulty = createFaultyDesk(desk, (request, forward) => current(request, forward));
  const runner = createSequenceRunner(faulty, createCoverage(), () => false);
  return {
    /** Runs a sequence with this fault. @returns the message of the finding, or an empty string */
    async findWith(fault: Fault, actions: readonly Action[]): Promise<string> {
      current = fault;
      return (await runner.run(actions))?.error.message ?? '';
    },
    close: () => runner.close(),
  };
};
