import type { Random } from '../../api/sample/random.ts';
import { chooseWrite } from './choose-write.ts';
import { type ExpectedResponses, findDifferences, getExpected, throwProblems } from './expected-responses.ts';
import { isUnavailable, type SendToDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';
import type { Write } from './write.ts';

/** An acknowledged write with an Idempotency-Key, and the id of the created resource. */
type Keyed = { write: Write; id: string };

/** The maximum number of requests that a round repeats. */
const maxRepeated = 3;

/** The writer's token, a prefix for its names, and the gist that all writers star. */
type Settings = { token: string; prefix: string; sharedGist: string };

/**
 * A workload that writes to its own resources and stars a shared gist. The expected state of each resource is always
 * known, except for the one write in progress.
 */
export const createWriterWorkload = (random: Random, { token, prefix, sharedGist }: Settings): Workload => {
  const model: ExpectedResponses = new Map();
  let nameCount = 0;
  /** All names have the same length, so that no name is a prefix of another. */
  const name = () => `${prefix}${(nameCount++).toString(36).padStart(4, '0')}`;
  /** State of this round. */
  let touched = new Set<string>();
  let words = new Map<string, string>();
  let keyed: Keyed[] = [];
  let pending: Write | null = null;
  let acknowledged = 0;
  /** State of all rounds. */
  const all = { words: new Map<string, string>(), keyed: [] as Keyed[] };

  const record = (write: Write, id: string): void => {
    for (const [path, expected] of write.getExpectedAfter(id)) {
      model.set(path, expected);
      touched.add(path);
    }
    const [ticket] = /^\/v1\/tickets\/[^/]+/.exec(write.getExpectedAfter(id)[0]?.[0] ?? '') ?? [];
    if (write.word !== undefined && ticket !== undefined)
      for (const each of [words, all.words]) each.set(write.word, ticket);
    if (write.key !== undefined) for (const each of [keyed, all.keyed]) each.push({ write, id });
  };

  return {
    async write(desk, isOver) {
      const send = desk.as(token);
      [touched, words, keyed, pending, acknowledged] = [new Set(), new Map(), [], null, 0];
      while (!isOver()) {
        const write = chooseWrite({ random, model, name, sharedGist });
        const response = await send(write.method, write.path, write.body, write).catch(() => null);
        if (isUnavailable(response)) {
          pending = write;
          return;
        }
        if (response.status >= 300)
          throw new Error(`${write.method} ${write.path} returned ${response.status} ${JSON.stringify(response.body)}`);
        acknowledged++;
        record(write, String(response.body['id']));
      }
    },

    async verifyRound(desk) {
      const send = desk.as(token);
      if (pending !== null) await resolvePending(send, pending, model, record);
      // Also verifies a few resources of earlier rounds.
      const some = [...model.keys()].filter(() => random.next() < 20 / (model.size + 1));
      const paths = new Set([...touched, ...some]);
      const expected = [...paths].map(path => [path, getExpected(model, path)] as const);
      throwProblems(await findDifferences(send, expected));
      for (const [word, ticket] of words) await requireFound(send, word, ticket, model);
      for (const { write, id } of keyed.slice(-maxRepeated)) await requireReplay(send, write, id);
      return acknowledged;
    },

    async verifyRun(desk) {
      const send = desk.as(token);
      throwProblems(await findDifferences(send, model));
      for (const [word, ticket] of all.words) await requireFound(send, word, ticket, model);
      for (const { write, id } of all.keyed) await requireReplay(send, write, id);
    },
  };
};

/**
 * Determines whether the write in progress was applied fully or not at all. Resends an unapplied write that has an
 * Idempotency-Key.
 */
const resolvePending = async (
  send: SendToDesk,
  write: Write,
  model: ExpectedResponses,
  record: (write: Write, id: string) => void,
): Promise<void> => {
  const id = write.find === undefined ? '' : await write.find(send);
  const before = write.changes.map(path => [path, getExpected(model, path)] as const);
  const differencesAfter =
    id === null ? ['nothing was created'] : await findDifferences(send, write.getExpectedAfter(id));
  const differencesBefore = [
    ...(id !== null && write.find !== undefined ? [`${id} was created`] : []),
    ...(await findDifferences(send, before)),
  ];
  if (differencesAfter.length > 0 === differencesBefore.length > 0) {
    const why = [
      ...differencesAfter.map(each => `differs from the state after: ${each}`),
      ...differencesBefore.map(each => `differs from the state before: ${each}`),
    ];
    throw new Error(`${write.method} ${write.path} was partially applied.\n${why.join('\n')}`);
  }
  if (differencesAfter.length === 0) record(write, id ?? '');
  else if (write.key !== undefined) {
    const { status, body, replayed } = await send(write.method, write.path, write.body, write);
    throwProblems(
      status === 201 && !replayed ? [] : [`POST ${write.path}, sent again, returned ${status}, replayed: ${replayed}`],
    );
    record(write, String(body['id']));
  }
};

/** Asserts that the same key returns the same resource again. */
const requireReplay = async (send: SendToDesk, write: Write, id: string): Promise<void> => {
  const { status, body, replayed } = await send(write.method, write.path, write.body, write);
  const wasDeleted = status === 404 || status === 410; // Its ticket was deleted.
  if (!wasDeleted)
    throwProblems(
      status === 201 && replayed && body['id'] === id
        ? []
        : [
            `POST ${write.path}, sent again, returned ${status} ${body['id']} (replayed: ${replayed}), not a replay of 201 ${id}`,
          ],
    );
};

/** Asserts that a search for a word finds its ticket, or nothing if the word was overwritten or deleted. */
const requireFound = async (
  send: SendToDesk,
  word: string,
  ticket: string,
  model: ExpectedResponses,
): Promise<void> => {
  const { status, rows } = await send('GET', `/v1/tickets?q=${word}&fields=id`);
  if (status !== 200) throw new Error(`the search for ${word} returned ${status}`);
  const found = rows.map(({ id }) => `/v1/tickets/${id}`);
  const exists =
    getExpected(model, ticket).status === 200 &&
    [...model].some(
      ([path, { status: each, body }]) =>
        path.startsWith(ticket) && each === 200 && JSON.stringify(body).includes(word),
    );
  const expected = exists ? [ticket] : [];
  throwProblems(
    found.join() === expected.join()
      ? []
      : [`q=${word} finds ${found.join() || 'nothing'}, not ${expected.join() || 'nothing'}`],
  );
};
