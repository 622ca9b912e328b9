import { type Ask, isOutage, rowsOf } from './desk.ts';

/** A line of the log about the row: which version it came to, and by which word. */
type Line = { version: number; word: string };

/** What became of one change: whoever's `If-Match` was no longer right is refused. */
type Outcome = 'answered' | 'refused' | 'unanswered';

/** What reading the log came to. */
type Reading = { lines: number; done: number; undone: number };

const kinds = {
  tickets: { member: 'subject', draft: {}, log: (id: string) => `/v1/events?ticket_id=${id}` },
  gists: {
    member: 'description',
    draft: { files: { 'a.md': { content: '' } } },
    log: () => '/v1/events?type=gist.created,gist.updated',
  },
};

/** A ticket or a gist that many change at once, and what each of them was answered. */
export const createSharedRow = (kind: keyof typeof kinds, id: string) => {
  const { member, draft, log } = kinds[kind];
  const path = `/v1/${kind}/${id}`;
  /** What was answered, by the version that it came to. */
  const answered = new Map<number, string>();
  const unanswered = new Set<string>();
  /** So far the log has been read and is right. */
  let known = 0;

  const note = (version: number, word: string): void => {
    const other = answered.get(version);
    if (other !== undefined) throw new Error(`${path} was answered to be ${other} and ${word} at version ${version}.`);
    answered.set(version, word);
  };

  /** The lines about it after a version, oldest first; the log is the newest first. */
  const linesAfter = async (ask: Ask, since: number): Promise<Line[]> => {
    const lines: Line[] = [];
    for await (const { resource_id, version, changes } of rowsOf(ask, `${log(id)}&per_page=100`)) {
      if (resource_id !== id) continue;
      if (Number(version) <= since) break;
      const change = (changes as Record<string, { new: unknown }>)[member];
      lines.unshift({ version: Number(version), word: String(change?.new) });
    }
    return lines;
  };

  /** Each line is one version, which was answered so, or not answered; all that was answered is there, and the last is what it is. */
  const read = async (ask: Ask, since: number): Promise<Reading> => {
    const { body } = await ask('GET', path);
    const lines = await linesAfter(ask, since);
    const before = unanswered.size;
    for (const [index, { version, word }] of lines.entries()) {
      if (version !== since + 1 + index) throw new Error(`${path}: the log has ${version} after ${since + index}.`);
      if (unanswered.delete(word)) note(version, word);
      if (answered.get(version) !== word)
        throw new Error(`${path} is ${word} at version ${version} of the log, answered was ${answered.get(version)}.`);
    }
    const last = { version: Math.max(...answered.keys()), [member]: answered.get(Math.max(...answered.keys())) };
    const shown = { version: body['version'], [member]: body[member] };
    if (JSON.stringify(shown) !== JSON.stringify(last) || since + lines.length !== last.version)
      throw new Error(`${path} is ${JSON.stringify(shown)} after ${lines.length} lines, not ${JSON.stringify(last)}.`);
    known = last.version;
    const reading = { lines: lines.length, done: before - unanswered.size, undone: unanswered.size };
    unanswered.clear();
    return reading;
  };

  return {
    /** Makes it; before anything is killed. */
    async make(ask: Ask): Promise<void> {
      const { status } = await ask('PUT', path, { [member]: 'first', ...draft });
      if (status !== 201) throw new Error(`${path} was not made: ${status}`);
      note(1, 'first');
    },

    /** Reads it, and changes it as long as nobody else has. */
    async change(ask: Ask, word: string): Promise<Outcome> {
      const shown = await ask('GET', path).catch(() => null);
      if (isOutage(shown)) return 'unanswered';
      const ifMatch = Number(shown.body['version']);
      unanswered.add(word);
      const answer = await ask('PATCH', path, { [member]: word }, { ifMatch }).catch(() => null);
      if (isOutage(answer)) return 'unanswered';
      unanswered.delete(word);
      if (answer.status === 412) return 'refused';
      if (answer.status !== 200 || answer.body['version'] !== ifMatch + 1)
        throw new Error(`PATCH ${path} → ${answer.status} ${JSON.stringify(answer.body)} on version ${ifMatch}`);
      note(ifMatch + 1, word);
      return 'answered';
    },

    /** Holds the log since the last time, and what is shown, against what was answered. Throws what differs. */
    readNews: (ask: Ask): Promise<Reading> => read(ask, known),
    readAll: (ask: Ask): Promise<Reading> => read(ask, 0),
  };
};
