import { isUnavailable, readAllRows, type SendToDesk } from './kill-desk.ts';

/** An event of the row: its version and the word written. */
type LoggedChange = { version: number; word: string };

/** The outcome of one change; `refused` means 412 for a stale `If-Match`. */
type Outcome = 'answered' | 'refused' | 'unanswered';

const kinds = {
  tickets: { member: 'subject', draft: {}, log: (id: string) => `/v1/events?ticket_id=${id}` },
  gists: {
    member: 'description',
    draft: { files: { 'a.md': { content: '' } } },
    log: () => '/v1/events?type=gist.created,gist.updated',
  },
};

/** A ticket or gist with concurrent writers, and the acknowledged changes. */
export const createSharedRow = (kind: keyof typeof kinds, id: string) => {
  const { member, draft, log } = kinds[kind];
  const path = `/v1/${kind}/${id}`;
  /** Acknowledged words by version. */
  const answered = new Map<number, string>();
  const unanswered = new Set<string>();
  /** The last verified version. */
  let known = 0;

  const note = (version: number, word: string): void => {
    const other = answered.get(version);
    if (other !== undefined)
      throw new Error(`${path}: both ${other} and ${word} were acknowledged as version ${version}.`);
    answered.set(version, word);
  };

  /** Reads the events of the row after a version, oldest first. */
  const readEventsAfter = async (ask: SendToDesk, since: number): Promise<LoggedChange[]> => {
    const lines: LoggedChange[] = [];
    for await (const { resource_id, version, changes } of readAllRows(ask, `${log(id)}&per_page=100`)) {
      if (resource_id !== id) continue;
      if (Number(version) <= since) break;
      const change = (changes as Record<string, { new: unknown }>)[member];
      lines.unshift({ version: Number(version), word: String(change?.new) });
    }
    return lines;
  };

  /** Checks that versions are gapless, all acknowledged changes are logged, and the row equals the last event. */
  const read = async (ask: SendToDesk, since: number): Promise<void> => {
    const { body } = await ask('GET', path);
    const lines = await readEventsAfter(ask, since);
    for (const [index, { version, word }] of lines.entries()) {
      if (version !== since + 1 + index) throw new Error(`${path}: the log has ${version} after ${since + index}.`);
      if (unanswered.delete(word)) note(version, word);
      if (answered.get(version) !== word)
        throw new Error(
          `${path}: version ${version} is ${word} in the log, but ${answered.get(version)} was acknowledged.`,
        );
    }
    const last = { version: Math.max(...answered.keys()), [member]: answered.get(Math.max(...answered.keys())) };
    const shown = { version: body['version'], [member]: body[member] };
    if (JSON.stringify(shown) !== JSON.stringify(last) || since + lines.length !== last.version)
      throw new Error(`${path} is ${JSON.stringify(shown)} after ${lines.length} lines, not ${JSON.stringify(last)}.`);
    known = last.version;
    unanswered.clear();
  };

  return {
    /** Creates the row, before the first kill. */
    async make(ask: SendToDesk): Promise<void> {
      const { status } = await ask('PUT', path, { [member]: 'first', ...draft });
      if (status !== 201) throw new Error(`${path} was not created: ${status}`);
      note(1, 'first');
    },

    /** Reads the row and changes it with If-Match. */
    async change(ask: SendToDesk, word: string): Promise<Outcome> {
      const shown = await ask('GET', path).catch(() => null);
      if (isUnavailable(shown)) return 'unanswered';
      const ifMatch = Number(shown.body['version']);
      unanswered.add(word);
      const answer = await ask('PATCH', path, { [member]: word }, { ifMatch }).catch(() => null);
      if (isUnavailable(answer)) return 'unanswered';
      unanswered.delete(word);
      if (answer.status === 412) return 'refused';
      if (answer.status !== 200 || answer.body['version'] !== ifMatch + 1)
        throw new Error(`PATCH ${path} → ${answer.status} ${JSON.stringify(answer.body)} on version ${ifMatch}`);
      note(ifMatch + 1, word);
      return 'answered';
    },

    /** Verifies the events since the last call, and the row. Throws the first difference. */
    verifyNewEvents: (ask: SendToDesk): Promise<void> => read(ask, known),
    readAll: (ask: SendToDesk): Promise<void> => read(ask, 0),
  };
};
