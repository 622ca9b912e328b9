import { isDeepStrictEqual } from 'node:util';
import type { Ask } from './desk.ts';

/** What is true of one address: the status of a GET, and members of its body. */
export type Facts = { status: number; body?: Readonly<Record<string, unknown>> };

/** What is true of many, by their path. */
export type Model = Map<string, Facts>;

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

/** Throws when there is any. */
export const expectNone = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('\n'));
};
