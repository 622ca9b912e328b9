import { type Ask, type Desk, isOutage, rowsOf } from './desk.ts';
import { expectNone } from './facts.ts';
import type { Party } from './party.ts';

/** The messages of a ticket: their words by id, in order. */
type Thread = Map<string, string>;

/** In a round: each message indexes all of its ticket anew. */
const mostOfEach = 3;

/** Several who write to one ticket at once: each answered message is in it once, and the ticket counts them all. */
export const createSharedThread = (
  prefix: string,
  tokens: readonly string[],
): Party & { make(desk: Desk): Promise<void> } => {
  const path = `/v1/tickets/${prefix}m`;
  const [first = ''] = tokens;
  let words = 0;
  /** All that is known to be there. */
  const known: Thread = new Map();
  const unanswered = new Set<string>();
  let answered = 0;

  const send = async (ask: Ask): Promise<boolean> => {
    const word = `${prefix}${(words++).toString(36)}`;
    unanswered.add(word);
    const answer = await ask('POST', `${path}/messages`, { body: word }, { key: word }).catch(() => null);
    if (isOutage(answer)) return false;
    if (answer.status !== 201) throw new Error(`POST ${path}/messages → ${answer.status}`);
    unanswered.delete(word);
    known.set(String(answer.body['id']), word);
    answered++;
    return true;
  };

  /** What is there beside what was answered can only be what nobody was told of. */
  const read = async (ask: Ask): Promise<Thread> => {
    const there: Thread = new Map();
    for await (const { id, body } of rowsOf(ask, `${path}/messages?per_page=100`)) there.set(String(id), String(body));
    const lost = [...known].filter(([id, word]) => there.get(id) !== word).map(([, word]) => word);
    expectNone(lost.map(word => `${path}: the message ${word} was answered, and is not there`));
    for (const [id, word] of there) {
      if (known.has(id)) continue;
      if (!unanswered.delete(word)) throw new Error(`${path}: the message ${word} is there, and nobody sent it so`);
      known.set(id, word);
    }
    const { body } = await ask('GET', path);
    const counts = { messages_count: body['messages_count'], version: body['version'] };
    const right = { messages_count: there.size, version: there.size + 1 };
    if (JSON.stringify(counts) !== JSON.stringify(right))
      throw new Error(`${path} has ${JSON.stringify(counts)}, not ${JSON.stringify(right)}`);
    return there;
  };

  return {
    /** Makes the ticket; before anything is killed. */
    async make(desk: Desk): Promise<void> {
      const { status } = await desk.as(first)('PUT', path, { subject: 'Everybody’s' });
      expectNone(status === 201 ? [] : [`${path} was not made: ${status}`]);
    },
    async write(desk, isOver) {
      answered = 0;
      const writing = tokens.map(async token => {
        for (let n = 0; n < mostOfEach && !isOver() && (await send(desk.as(token))); n++);
      });
      await Promise.all(writing);
    },
    async verify(desk) {
      const before = known.size;
      const there = await read(desk.as(first));
      const verdict = {
        answered,
        done: known.size - before,
        undone: unanswered.size,
        reads: there.size + 1,
        repeats: 0,
      };
      unanswered.clear();
      return verdict;
    },
    async sweep(desk) {
      const there = await read(desk.as(first));
      return { writes: known.size, reads: there.size + 1, repeats: 0 };
    },
  };
};
