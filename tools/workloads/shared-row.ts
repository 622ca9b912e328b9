import { isUnavailable, readAllRows, type SendToDesk } from './test-desk.ts';

/** An event of the row: its version and the word written. */
type LoggedChange = { version: number; word: string };

/** The outcome of one change; `stale` means 412 for an outdated `If-Match`. */
type Outcome = 'acknowledged' | 'stale' | 'unconfirmed';

const kinds = {
  tickets: { member: 'subject', draft: {}, getEventsPath: (id: string) => `/v1/events?ticket_id=${id}` },
  gists: {
    member: 'description',
    draft: { files: { 'a.md': { content: '' } } },
    getEventsPath: () => '/v1/events?type=gist.created,gist.updated',
  },
};

/** A ticket or gist with concurrent writers, and the acknowledged changes. */
export const createSharedRow = (kind: keyof typeof kinds, id: string) => {
  const { member, draft, getEventsPath } = kinds[kind];
  const path = `/v1/${kind}/${id}`;
  /** Words by version, acknowledged or found in the change log. */
  const acknowledged = new Map<number, string>();
  const unconfirmed = new Set<string>();
  /** The last verified version. */
  let verifiedVersion = 0;

  const record = (version: number, word: string): void => {
    const other = acknowledged.get(version);
    if (other !== undefined)
      throw new Error(`${path}: both ${other} and ${word} were acknowledged as version ${version}.`);
    acknowledged.set(version, word);
  };

  /** Reads the events of the row after a version, oldest first. */
  const readEventsAfter = async (send: SendToDesk, since: number): Promise<LoggedChange[]> => {
    const events: LoggedChange[] = [];
    for await (const { resource_id, version, changes } of readAllRows(send, `${getEventsPath(id)}&per_page=100`)) {
      if (resource_id !== id) continue;
      if (Number(version) <= since) break;
      const change = (changes as Record<string, { new: unknown }>)[member];
      events.unshift({ version: Number(version), word: String(change?.new) });
    }
    return events;
  };

  /** Checks for missing versions and unlogged changes, and compares the row with the last change. */
  const verify = async (send: SendToDesk, since: number): Promise<void> => {
    const { body } = await send('GET', path);
    const events = await readEventsAfter(send, since);
    for (const [index, { version, word }] of events.entries()) {
      if (version !== since + 1 + index)
        throw new Error(`${path}: the change log has version ${version} after version ${since + index}.`);
      if (unconfirmed.delete(word)) record(version, word);
      if (acknowledged.get(version) !== word)
        throw new Error(
          `${path}: version ${version} is ${word} in the change log, but ${acknowledged.get(version)} was acknowledged.`,
        );
    }
    const last = {
      version: Math.max(...acknowledged.keys()),
      [member]: acknowledged.get(Math.max(...acknowledged.keys())),
    };
    const currentValues = { version: body['version'], [member]: body[member] };
    if (JSON.stringify(currentValues) !== JSON.stringify(last) || since + events.length !== last.version)
      throw new Error(
        `${path} is ${JSON.stringify(currentValues)} after ${events.length} events, not ${JSON.stringify(last)}.`,
      );
    verifiedVersion = last.version;
    unconfirmed.clear();
  };

  return {
    /** Creates the row, before the first round. */
    async create(send: SendToDesk): Promise<void> {
      const { status } = await send('PUT', path, { [member]: 'first', ...draft });
      if (status !== 201) throw new Error(`${path} was not created: ${status}`);
      record(1, 'first');
    },

    /** Reads the row and changes it with If-Match. */
    async change(send: SendToDesk, word: string): Promise<Outcome> {
      const current = await send('GET', path).catch(() => null);
      if (isUnavailable(current)) return 'unconfirmed';
      const ifMatch = Number(current.body['version']);
      unconfirmed.add(word);
      const response = await send('PATCH', path, { [member]: word }, { ifMatch }).catch(() => null);
      if (isUnavailable(response)) return 'unconfirmed';
      unconfirmed.delete(word);
      if (response.status === 412) return 'stale';
      if (response.status !== 200 || response.body['version'] !== ifMatch + 1)
        throw new Error(
          `PATCH ${path} of version ${ifMatch} returned ${response.status} ${JSON.stringify(response.body)}`,
        );
      record(ifMatch + 1, word);
      return 'acknowledged';
    },

    /** Verifies the events since the last call, and the row. Throws the first difference. */
    verifyNewEvents: (send: SendToDesk): Promise<void> => verify(send, verifiedVersion),
    /** Verifies all events, and the row. */
    verifyAllEvents: (send: SendToDesk): Promise<void> => verify(send, 0),
  };
};
