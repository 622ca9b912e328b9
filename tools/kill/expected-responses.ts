import { isDeepStrictEqual } from 'node:util';
import type { SendToDesk } from './kill-desk.ts';

/** The expected response to GET: the status, and members of the body. */
export type ExpectedResponse = { status: number; body?: Readonly<Record<string, unknown>> };

/** Expected responses by path. */
export type ExpectedResponses = Map<string, ExpectedResponse>;

const absent: ExpectedResponse = { status: 404 };

export const getExpected = (model: ExpectedResponses, path: string): ExpectedResponse => model.get(path) ?? absent;

/** Describes how a response differs from the expected one; null if it matches. */
const findDifference = async (
  ask: SendToDesk,
  path: string,
  { status, body = {} }: ExpectedResponse,
): Promise<string | null> => {
  const answer = await ask('GET', path);
  if (answer.status !== status) return `${path} is ${answer.status}, not ${status}`;
  const wrong = Object.keys(body).filter(name => !isDeepStrictEqual(answer.body[name], body[name]));
  if (wrong.length === 0) return null;
  const details = wrong.map(name => `${name} ${JSON.stringify(answer.body[name])}, not ${JSON.stringify(body[name])}`);
  return `${path} has ${details.join('; ')}`;
};

/** Compares all these addresses with their expected responses. */
export const findDifferences = async (
  ask: SendToDesk,
  facts: Iterable<readonly [string, ExpectedResponse]>,
): Promise<string[]> => {
  const found: string[] = [];
  for (const [path, expected] of facts) {
    const difference = await findDifference(ask, path, expected);
    if (difference !== null) found.push(difference);
  }
  return found;
};

/** Throws if there are problems. */
export const throwProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('\n'));
};
