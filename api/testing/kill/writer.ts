import type { Random } from '../../sample/random.ts';
import { chooseWrite } from './choose-write.ts';
import { type Ask, differences, factsOf, type Model } from './facts.ts';
import type { Write } from './write.ts';

/** Writes that were answered with an id under an Idempotency-Key. */
type Keyed = { write: Write; id: string };

/** What a writer found out after the strike. */
export type Verdict = { answered: number; unanswered: 'done' | 'undone' | null; reads: number; repeats: number };

/** How many answered writes were looked at once more in the end, by how many reads and repeats. */
export type Swept = { writes: number; reads: number; repeats: number };

/** In a round. */
const mostRepeated = 3;

/**
 * One of those who write at the same time, to things that are theirs alone: so that at any moment it is known what each
 * thing is, but for the one write under way.
 */
export const createWriter = (random: Random, prefix: string) => {
  const model: Model = new Map();
  let names = 0;
  const name = () => `${prefix}${(names++).toString(36)}`;
  /** Of this round. */
  let touched = new Set<string>();
  let words = new Map<string, string>();
  let keyed: Keyed[] = [];
  let pending: Write | null = null;
  let answered = 0;
  /** Of all rounds. */
  const all = { words: new Map<string, string>(), keyed: [] as Keyed[], writes: 0 };

  const take = (write: Write, id: string): void => {
    for (const [path, facts] of write.done(id)) {
      model.set(path, facts);
      touched.add(path);
    }
    const [ticket] = /^\/v1\/tickets\/[^/]+/.exec(write.done(id)[0]?.[0] ?? '') ?? [];
    if (write.word !== undefined && ticket !== undefined)
      for (const each of [words, all.words]) each.set(write.word, ticket);
    if (write.key !== undefined) for (const each of [keyed, all.keyed]) each.push({ write, id });
    all.writes++;
  };

  return {
    /** Writes until it is told to stop, or the first time that no answer comes, or that of an outage. */
    async write(ask: Ask, isOver: () => boolean): Promise<void> {
      [touched, words, keyed, pending, answered] = [new Set(), new Map(), [], null, 0];
      while (!isOver()) {
        const write = chooseWrite({ random, model, name });
        const answer = await ask(write.method, write.path, write.body, write.key).catch(() => null);
        if (answer === null || answer.status === 503) {
          pending = write;
          return;
        }
        if (answer.status >= 300)
          throw new Error(`${write.method} ${write.path} → ${answer.status} ${JSON.stringify(answer.body)}`);
        answered++;
        take(write, String(answer.body['id']));
      }
    },

    /** Holds what the api says now against what it answered before. Throws the first difference. */
    async verify(ask: Ask): Promise<Verdict> {
      const unanswered = pending === null ? null : await settle(ask, pending, model, take);
      // Of what was answered in earlier rounds a few are looked at again.
      const some = [...model.keys()].filter(() => random.next() < 20 / (model.size + 1));
      const paths = new Set([...touched, ...some]);
      expectNone(
        await differences(
          ask,
          [...paths].map(path => [path, factsOf(model, path)]),
        ),
      );
      for (const [word, ticket] of words) await requireFound(ask, word, ticket, model);
      const repeated = keyed.slice(-mostRepeated);
      for (const { write, id } of repeated) await requireReplay(ask, write, id);
      return { answered, unanswered, reads: paths.size + words.size, repeats: repeated.length };
    },

    /** The same with everything of all rounds: each address, each word, each key. */
    async sweep(ask: Ask): Promise<Swept> {
      expectNone(await differences(ask, model));
      for (const [word, ticket] of all.words) await requireFound(ask, word, ticket, model);
      for (const { write, id } of all.keyed) await requireReplay(ask, write, id);
      return { writes: all.writes, reads: model.size + all.words.size, repeats: all.keyed.length };
    },
  };
};

/** Whether the write that was under way was done: wholly, or not at all. One with a key is then sent again. */
const settle = async (
  ask: Ask,
  write: Write,
  model: Model,
  take: (write: Write, id: string) => void,
): Promise<'done' | 'undone'> => {
  const id = write.find === undefined ? '' : await write.find(ask);
  const before = write.changes.map(path => [path, factsOf(model, path)] as const);
  const notDone = id === null ? ['nothing was made'] : await differences(ask, write.done(id));
  const notBefore = [
    ...(id !== null && write.find !== undefined ? [`${id} was made`] : []),
    ...(await differences(ask, before)),
  ];
  if (notDone.length > 0 === notBefore.length > 0) {
    const why = [...notDone.map(each => `not done: ${each}`), ...notBefore.map(each => `not undone: ${each}`)];
    throw new Error(`${write.method} ${write.path} is half done.\n${why.join('\n')}`);
  }
  if (notDone.length === 0) take(write, id ?? '');
  else if (write.key !== undefined) {
    const { status, body, replayed } = await ask(write.method, write.path, write.body, write.key);
    expectNone(status === 201 && !replayed ? [] : [`${write.path} sent again is ${status}, replayed: ${replayed}`]);
    take(write, String(body['id']));
  }
  return notDone.length === 0 ? 'done' : 'undone';
};

/** The same key again gives the same thing, and makes no other. */
const requireReplay = async (ask: Ask, write: Write, id: string): Promise<void> => {
  const { status, body, replayed } = await ask(write.method, write.path, write.body, write.key);
  const isAnotherNow = status === 404 || status === 410; // The ticket that it was written to has been deleted.
  if (!isAnotherNow)
    expectNone(
      status === 201 && replayed && body['id'] === id
        ? []
        : [`${write.path} again is ${status} ${body['id']}, not ${id}`],
    );
};

/** A ticket is found by the words that were written in it last, unless it has been deleted, or they have been written over. */
const requireFound = async (ask: Ask, word: string, ticket: string, model: Model): Promise<void> => {
  const { rows } = await ask('GET', `/v1/tickets?q=${word}&fields=id`);
  const found = rows.map(({ id }) => `/v1/tickets/${id}`);
  const isThere =
    factsOf(model, ticket).status === 200 &&
    [...model].some(
      ([path, { status, body: said }]) =>
        path.startsWith(ticket) && status === 200 && JSON.stringify(said).includes(word),
    );
  const expected = isThere ? [ticket] : [];
  expectNone(
    found.join() === expected.join()
      ? []
      : [`q=${word} finds ${found.join() || 'nothing'}, not ${expected.join() || 'nothing'}`],
  );
};

const expectNone = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('\n'));
};
