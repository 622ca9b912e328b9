import { callers } from './callers.ts';
import type { FuzzDesk } from './desk.ts';

/** The placeholders of one sequence, filled from the responses so far. */
export type Placeholders = {
  /** Resolves the caller `owner` to the owner of a path. */
  resolveCaller(as: string, path: string): string;
  /** Replaces the placeholders in a string that a caller sends to a path. */
  fill(text: string, as: string, path: string): string;
  /** Records ids, owners, ETags, versions and cursors of a response. */
  record(path: string, response: { status: number; headers: Headers; body: unknown }): void;
};

type Seen = { etag: string; version: string; modified: string };

const big = 'x'.repeat(1024 * 1024 + 1);
const long = 'x'.repeat(17 * 1024);

let sequenceCount = 0;

/** Matches the secret words of all people and sequences. */
export const secretWord = /zq\d+o\w+?n\d+zq/g;

/** Creates the placeholders of a sequence; its ids are unique among all sequences. */
export const createPlaceholders = (desk: FuzzDesk): Placeholders => {
  const sequence = sequenceCount++;
  const ids: Record<string, string[]> = {
    ticket: [],
    gist: [],
    view: [],
    mailbox: [],
    identity_provider: [],
    mail: [],
    delivery: [],
    attachment: [],
    thread: [],
    message: [],
    registered: [],
    script_token: [],
  };
  const secrets: string[] = [];
  const seen = new Map<string, Seen>();
  const cursors: string[] = [];
  const owners = new Map<string, string>();
  const pick = (list: readonly string[], n: number) => list[n % Math.max(list.length, 1)] ?? `none-${n}`;

  const secretOf = (as: string, n: number): string => {
    const word = `zq${sequence}o${callers[as]?.person ?? 'x'}n${n}zq`;
    if (!secrets.includes(word)) secrets.push(word);
    return word;
  };

  const values: Record<string, (n: number, as: string, path: string) => string> = {
    person: n => pick(desk.personIds, n),
    extra: n => pick(desk.extraIds, n),
    grant: n => pick(desk.grantIds, sequence + n),
    job: n => pick(desk.jobIds, sequence * 6 + n),
    // Every second notification is the caller's own, because others are 404.
    notification: (n, as) =>
      (n % 2 === 0 ? desk.notificationIds.get(desk.getPersonId(as) ?? '') : undefined) ??
      pick([...desk.notificationIds.values()], n),
    identity: n => pick(desk.identityIds, sequence * 6 + n),
    key: n => `k${sequence}-${n}`,
    secret: (n, as) => secretOf(as, n),
    mark: n => pick(secrets, n),
    etag: (_, __, path) => seen.get(path)?.etag ?? '"1"',
    version: (_, __, path) => seen.get(path)?.version ?? '1',
    modified: (_, __, path) => seen.get(path)?.modified ?? '',
    cursor: n => pick(cursors, cursors.length - 1 - n),
    flipped: bit => flip(pick(cursors, cursors.length - 1), bit),
    big: () => `{"subject":"${big}"}`,
    long: () => long,
  };

  return {
    resolveCaller(as, path) {
      if (as !== 'owner') return as;
      const owner = owners.get(path.replace(/\/star$/, ''));
      return Object.keys(callers).find(name => owner !== undefined && desk.getPersonId(name) === owner) ?? 'cleo';
    },

    fill: (text, as, path) =>
      text.replaceAll(/~(\w+)\.(\w+)~/g, (whole, kind: string, which: string) => {
        const list = ids[kind];
        if (list !== undefined) return pick(list, Number(which));
        if (kind === 'new') return `f${sequence}-${which}`;
        return values[kind]?.(Number(which), as, path) ?? desk.findOAuthValue(kind, which) ?? whole;
      }),

    record(path, { status, headers, body }) {
      if (status >= 400) return;
      const { id, version, owner_id, delivery_id } = Object(body) as Record<string, unknown>;
      if (status === 201 && typeof delivery_id === 'string') ids['delivery']?.push(delivery_id);
      if (typeof owner_id === 'string') owners.set(path, owner_id);
      const [, kind = '', key = '', child] =
        /^\/v1\/(\w+?)e?s(?=\/|$)(?:\/([^/]+)(?:\/messages(?:\/[^/]+)?)?)?(.*)$/.exec(path) ?? [];
      if (status === 201 && typeof id === 'string') recordId(kind, key, path, id);
      if (child === undefined) return;
      const [etag = '', modified = ''] = ['etag', 'last-modified'].map(name => headers.get(name) ?? '');
      const before = seen.get(path);
      seen.set(path, {
        etag: etag || before?.etag || '"1"',
        modified: modified || before?.modified || '',
        version: typeof version === 'number' ? String(version) : (before?.version ?? '1'),
      });
      for (const [, cursor = ''] of (headers.get('link') ?? '').matchAll(/[?&]cursor=([^&>]+)/g)) cursors.push(cursor);
    },
  };

  function recordId(kind: string, key: string, path: string, id: string): void {
    if (path.includes('/messages')) {
      ids['thread']?.push(key);
      ids['message']?.push(id);
    } else if (kind === 'client') ids['registered']?.push(id);
    else ids[path.endsWith('/mails') ? 'mail' : kind]?.push(id);
  }
};

const flip = (cursor: string, bit: number): string => {
  const bytes = Buffer.from(cursor, 'base64url');
  const at = bit % Math.max(bytes.length * 8, 1);
  bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7));
  return bytes.toString('base64url');
};
