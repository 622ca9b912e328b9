import { isDeepStrictEqual } from 'node:util';
import type { SendToDesk } from './test-desk.ts';

/** The expected response to GET: the status, and members of the body. */
export type ExpectedResponse = { status: number; body?: Readonly<Record<string, unknown>> };

/** The expected responses by path. A path without an entry is expected to return 404. */
export type ExpectedResponses = Map<string, ExpectedResponse>;

const absent: ExpectedResponse = { status: 404 };

export const getExpected = (model: ExpectedResponses, path: string): ExpectedResponse => model.get(path) ?? absent;

/** Describes how a response differs from the expected response; null if it matches. */
const findDifference = async (
  send: SendToDesk,
  path: string,
  { status, body = {} }: ExpectedResponse,
): Promise<string | null> => {
  const response = await send('GET', path);
  if (response.status !== status) return `${path} returned ${response.status}, not ${status}`;
  const names = Object.keys(body).filter(name => !isDeepStrictEqual(response.body[name], body[name]));
  if (names.length === 0) return null;
  const details = names.map(
    name => `${name} ${JSON.stringify(response.body[name])}, not ${JSON.stringify(body[name])}`,
  );
  return `${path} has ${details.join('; ')}`;
};

/** Compares the response of each path with the expected response. */
export const findDifferences = async (
  send: SendToDesk,
  expectedResponses: Iterable<readonly [string, ExpectedResponse]>,
): Promise<string[]> => {
  const found: string[] = [];
  for (const [path, expected] of expectedResponses) {
    const difference = await findDifference(send, path, expected);
    if (difference !== null) found.push(difference);
  }
  return found;
};

/** @throws Error with all problems, unless the list is empty */
export const throwProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('\n'));
};
