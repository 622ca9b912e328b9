import { throwProblems } from './expected-responses.ts';
import { isUnavailable, readAllRows, type SendToDesk, type TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/** The words of a ticket's messages by id, in order. */
type Thread = Map<string, string>;

/** The maximum per writer and round, because each message reindexes the whole ticket. */
const maxMessages = 3;

/** Concurrent writers to one ticket. Each acknowledged message must exist once and be counted. */
export const createSharedThread = (
  prefix: string,
  tokens: readonly string[],
): Workload & { create(desk: TestDesk): Promise<void> } => {
  const path = `/v1/tickets/${prefix}m`;
  const [first = ''] = tokens;
  let nameCount = 0;
  /** All messages that must exist. */
  const required: Thread = new Map();
  const unconfirmed = new Set<string>();
  let acknowledged = 0;

  const postMessage = async (send: SendToDesk): Promise<boolean> => {
    const word = `${prefix}${(nameCount++).toString(36)}`;
    unconfirmed.add(word);
    const response = await send('POST', `${path}/messages`, { body: word }, { key: word }).catch(() => null);
    if (isUnavailable(response)) return false;
    if (response.status !== 201) throw new Error(`POST ${path}/messages returned ${response.status}`);
    unconfirmed.delete(word);
    required.set(String(response.body['id']), word);
    acknowledged++;
    return true;
  };

  /** Checks the thread: every required message exists, and all other messages are unconfirmed. */
  const verify = async (send: SendToDesk): Promise<void> => {
    const found: Thread = new Map();
    for await (const { id, body } of readAllRows(send, `${path}/messages?per_page=100`))
      found.set(String(id), String(body));
    const lost = [...required].filter(([id, word]) => found.get(id) !== word).map(([, word]) => word);
    throwProblems(lost.map(word => `${path}: the message ${word} was acknowledged but is missing`));
    for (const [id, word] of found) {
      if (required.has(id)) continue;
      if (!unconfirmed.delete(word)) throw new Error(`${path}: the message ${word} exists twice or was never sent`);
      required.set(id, word);
    }
    const { body } = await send('GET', path);
    const counts = { messages_count: body['messages_count'], version: body['version'] };
    const expected = { messages_count: found.size, version: found.size + 1 };
    if (JSON.stringify(counts) !== JSON.stringify(expected))
      throw new Error(`${path} has ${JSON.stringify(counts)}, not ${JSON.stringify(expected)}`);
  };

  return {
    /** Creates the ticket, before the first round. */
    async create(desk: TestDesk): Promise<void> {
      const { status } = await desk.as(first)('PUT', path, { subject: 'Shared' });
      throwProblems(status === 201 ? [] : [`${path} was not created: ${status}`]);
    },
    async write(desk, isOver) {
      acknowledged = 0;
      const writing = tokens.map(async token => {
        for (let n = 0; n < maxMessages && !isOver() && (await postMessage(desk.as(token))); n++);
      });
      await Promise.all(writing);
    },
    async verifyRound(desk) {
      await verify(desk.as(first));
      unconfirmed.clear();
      return acknowledged;
    },
    verifyRun: desk => verify(desk.as(first)),
  };
};
