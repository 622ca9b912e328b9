import type { Random } from '../../sample/random.ts';
import { chooseWrite } from './choose-write.ts';
import { type Ask, isOutage } from './desk.ts';
import { differences, expectNone, factsOf, type Model } from './facts.ts';
import type { Party } from './party.ts';
import type { Write } from './write.ts';

/** Writes that were answered with an id under an Idempotency-Key. */
type Keyed = { write: Write; id: string };

/** In a round. */
const mostRepeated = 3;

/** Who writes: with which token, beginning every name with what, and beside them all others to which gist. */
type Who = { token: string; prefix: string; sharedGist: string };

/**
 * One who writes to things that are theirs alone, and stars a gist that is everybody's: so that at any moment it is known
 * what each thing is, but for the one write under way.
 */
export const createWriter = (random: Random, { token, prefix, sharedGist }: Who): Party => {
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
    async write(desk, isOver) {
      const ask = desk.as(token);
      [touched, words, keyed, pending, answered] = [new Set(), new Map(), [], null, 0];
      while (!isOver()) {
        const write = chooseWrite({ random, model, name, sharedGist });
        const answer = await ask(write.method, write.path, write.body, write).catch(() => null);
        if (isOutage(answer)) {
          pending = write;
          return;
        }
        if (answer.status >= 300)
          throw new Error(`${write.method} ${write.path} → ${answer.status} ${JSON.stringify(answer.body)}`);
        answered++;
        take(write, String(answer.body['id']));
      }
    },

    async verify(desk) {
      const ask = desk.as(token);
      const fate = pending === null ? null : await settle(ask, pending, model, take);
      // Of what was answered in earlier rounds a few are looked at again.
      const some = [...model.keys()].filter(() => random.next() < 20 / (model.size + 1));
      const paths = new Set([...touched, ...some]);
      const facts = [...paths].map(path => [path, factsOf(model, path)] as const);
      expectNone(await differences(ask, facts));
      for (const [word, ticket] of words) await requireFound(ask, word, ticket, model);
      const repeated = keyed.slice(-mostRepeated);
      for (const { write, id } of repeated) await requireReplay(ask, write, id);
      const became = { done: fate === 'done' ? 1 : 0, undone: fate === 'undone' ? 1 : 0 };
      return { answered, ...became, reads: paths.size + words.size, repeats: repeated.length };
    },

    async sweep(desk) {
      const ask = desk.as(token);
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
    const { status, body, replayed } = await ask(write.method, write.path, write.body, write);
    expectNone(status === 201 && !replayed ? [] : [`${write.path} sent again is ${status}, replayed: ${replayed}`]);
    take(write, String(body['id']));
  }
  return notDone.length === 0 ? 'done' : 'undone';
};

/** The same key again gives the same thing, and makes no other. */
const requireReplay = async (ask: Ask, write: Write, id: string): Promise<void> => {
  const { status, body, replayed } = await ask(write.method, write.path, write.body, write);
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
