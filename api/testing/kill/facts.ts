import { isDeepStrictEqual } from 'node:util';

/** What is true of one address: the status of a GET, and members of its body. */
export type Facts = { status: number; body?: Readonly<Record<string, unknown>> };

/** What is true of many, by their path. */
export type Model = Map<string, Facts>;

/** A thing as an answer shows it. */
type Shown = Record<string, unknown>;

/** A whole answer of the api: one thing, or the rows of a list. */
export type Answer = { status: number; replayed: boolean; body: Shown; rows: readonly Shown[] };

/** Sends a request. Throws where no whole answer came. */
export type Ask = (method: string, path: string, body?: object, key?: string) => Promise<Answer>;

const absent: Facts = { status: 404 };

/** What is known of an address. */
export const factsOf = (model: Model, path: string): Facts => model.get(path) ?? absent;

/** What an address says other than it should; null when it says just that. */
const differenceAt = async (ask: Ask, path: string, { status, body = {} }: Facts): Promise<string | null> => {
  const answer = await ask('GET', path);
  if (answer.status !== status) return `${path} is ${answer.status}, not ${status}`;
  const wrong = Object.keys(body).filter(name => !isDeepStrictEqual(answer.body[name], body[name]));
  if (wrong.length === 0) return null;
  const told = wrong.map(name => `${name} ${JSON.stringify(answer.body[name])}, not ${JSON.stringify(body[name])}`);
  return `${path} has ${told.join('; ')}`;
};

/** What all of these addresses say other than they should. */
export const differences = async (ask: Ask, facts: Iterable<readonly [string, Facts]>): Promise<string[]> => {
  const found: string[] = [];
  for (const [path, expected] of facts) {
    const difference = await differenceAt(ask, path, expected);
    if (difference !== null) found.push(difference);
  }
  return found;
};
