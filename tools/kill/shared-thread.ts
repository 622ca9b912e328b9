import { throwProblems } from './expected-responses.ts';
import { isUnavailable, type KillDesk, readAllRows, type SendToDesk } from './kill-desk.ts';
import type { Workload } from './workload.ts';

/** The messages of a ticket by id, in order. */
type Thread = Map<string, string>;

/** Messages per writer and round: each message reindexes the whole ticket. */
const maxMessages = 3;

/** Concurrent writers to one ticket. Each acknowledged message must exist once and be counted. */
export const createSharedThread = (
  prefix: string,
  tokens: readonly string[],
): Workload & { make(desk: KillDesk): Promise<void> } => {
  const path = `/v1/tickets/${prefix}m`;
  const [first = ''] = tokens;
  let words = 0;
  /** All messages that must exist. */
  const known: Thread = new Map();
  const unanswered = new Set<string>();
  let answered = 0;

  const send = async (ask: SendToDesk): Promise<boolean> => {
    const word = `${prefix}${(words++).toString(36)}`;
    unanswered.add(word);
    const answer = await ask('POST', `${path}/messages`, { body: word }, { key: word }).catch(() => null);
    if (isUnavailable(answer)) return false;
    if (answer.status !== 201) throw new Error(`POST ${path}/messages → ${answer.status}`);
    unanswered.delete(word);
    known.set(String(answer.body['id']), word);
    answered++;
    return true;
  };

  /** Checks the thread: any other message must be one without a response. */
  const read = async (ask: SendToDesk): Promise<void> => {
    const found: Thread = new Map();
    for await (const { id, body } of readAllRows(ask, `${path}/messages?per_page=100`))
      found.set(String(id), String(body));
    const lost = [...known].filter(([id, word]) => found.get(id) !== word).map(([, word]) => word);
    throwProblems(lost.map(word => `${path}: the message ${word} was acknowledged but is missing`));
    for (const [id, word] of found) {
      if (known.has(id)) continue;
      if (!unanswered.delete(word)) throw new Error(`${path}: the message ${word} exists but was never sent`);
      known.set(id, word);
    }
    const { body } = await ask('GET', path);
    const counts = { messages_count: body['messages_count'], version: body['version'] };
    const expected = { messages_count: found.size, version: found.size + 1 };
    if (JSON.stringify(counts) !== JSON.stringify(expected))
      throw new Error(`${path} has ${JSON.stringify(counts)}, not ${JSON.stringify(expected)}`);
  };

  return {
    /** Creates the ticket, before the first kill. */
    async make(desk: KillDesk): Promise<void> {
      const { status } = await desk.as(first)('PUT', path, { subject: 'Shared' });
      throwProblems(status === 201 ? [] : [`${path} was not created: ${status}`]);
    },
    async write(desk, isOver) {
      answered = 0;
      const writing = tokens.map(async token => {
        for (let n = 0; n < maxMessages && !isOver() && (await send(desk.as(token))); n++);
      });
      await Promise.all(writing);
    },
    async verify(desk) {
      await read(desk.as(first));
      unanswered.clear();
      return answered;
    },
    sweep: desk => read(desk.as(first)),
  };
};
