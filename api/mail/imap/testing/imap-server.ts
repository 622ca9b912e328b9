import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A mail in a folder. */
export type ScriptedMail = {
  uid: number;
  bytes: Buffer;
  arrivedAt: number;
  flags: Set<string>;
  /** The size that the server reports, if it differs from the length of `bytes`. */
  size?: number | 'NIL';
  /** The date that the server reports, if it differs from `arrivedAt`; it may be `NIL`. */
  date?: string;
  /** The BODYSTRUCTURE, and the bytes of parts by number. */
  structure?: string;
  parts?: Record<string, Buffer>;
};

type ScriptedFolder = { uidvalidity: number; uidNext: number; mails: ScriptedMail[] };

/**
 * Replaces the response to a command; undefined changes nothing. `close before command` closes the connection without
 * running the command. `close before response` and `close after response` run it first. `silence` sends no response.
 * `NIL` and `""` replace the headers and bodies in the response. `NO …` and `BAD …` are sent as the response.
 */
type ScriptedResponse =
  | `close ${'before command' | 'before response' | 'after response'}`
  | 'silence'
  | EmptySection
  | `${'NO' | 'BAD'} ${string}`
  | undefined;
type EmptySection = 'NIL' | '""';

const isEmptySection = (response: ScriptedResponse): response is EmptySection =>
  response === 'NIL' || response === '""';

export type ImapScript = {
  /** Called for each command, such as `UID FETCH`. `index` counts the commands of all sessions, from 0. */
  onCommand?: (name: string, index: number, line: string) => ScriptedResponse | Promise<ScriptedResponse>;
  greeting?: string;
  capabilities?: string;
  /** The flags that clients may change; `\\Seen \\Deleted` by default. */
  permanentFlags?: string;
};

export type ImapServer = {
  port: number;
  script: ImapScript;
  folders: Map<string, ScriptedFolder>;
  /** The names of all commands so far. */
  commands: string[];
  /** The number of sessions so far. */
  sessions: number;
  /** The number of clients that wait in IDLE. */
  idling: number;
  /** Delivers a mail and announces it. */
  deliver(bytes: string | Buffer, mail?: Partial<ScriptedMail>, folder?: string): ScriptedMail;
  /** Assigns new UIDs to the mails of a folder, with another UIDVALIDITY. */
  renumber(folder?: string): void;
  disconnect(): void;
  close(): Promise<void>;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const padTwo = (number: number): string => String(number).padStart(2, '0');

const formatInternalDate = (time: number): string => {
  const date = new Date(time);
  const day = `${padTwo(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`;
  return `${day} ${date.toISOString().slice(11, 19)} +0000`;
};

const parseDay = (text: string): number => {
  const [day, month, year] = text.split('-');
  return Date.UTC(Number(year), months.indexOf(month ?? ''), Number(day));
};

/** Starts an IMAP server that follows a script, on this machine. Every user and password is accepted. */
export const startImapServer = async (
  script: ImapScript = {},
  tls?: { key: string; cert: string },
): Promise<ImapServer> => {
  const sockets: Sessions = new Map();
  const inbox: ScriptedFolder = { uidvalidity: 1, uidNext: 1, mails: [] };
  const onConnection = (socket: Socket) => {
    server.sessions += 1;
    socket.setNoDelay();
    sockets.set(socket, { folder: null, isIdling: false });
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serve(server, socket, sockets);
  };
  const listener = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
  listener.on('tlsClientError', () => {});
  listener.listen(0, '127.0.0.1').unref();
  await once(listener, 'listening');
  const server: ImapServer = {
    ...{ port: (listener.address() as AddressInfo).port, script, commands: [], sessions: 0 },
    folders: new Map([['INBOX', inbox]]),
    get idling() {
      return [...sockets.values()].filter(({ isIdling }) => isIdling).length;
    },
    deliver(bytes, mail = {}, name = 'INBOX') {
      const folder = server.folders.get(name) ?? inbox;
      const added = {
        uid: folder.uidNext++,
        bytes: Buffer.from(bytes),
        arrivedAt: Date.now(),
        flags: new Set<string>(),
      };
      folder.mails.push({ ...added, ...mail });
      for (const [socket, state] of sockets)
        if (state.folder === folder && state.isIdling) socket.write(`* ${folder.mails.length} EXISTS\r\n`);
      return { ...added, ...mail };
    },
    renumber(name = 'INBOX') {
      const folder = server.folders.get(name) ?? inbox;
      folder.uidvalidity += 1;
      folder.uidNext = 1000 * folder.uidvalidity;
      for (const mail of folder.mails) mail.uid = folder.uidNext++;
    },
    disconnect() {
      for (const socket of sockets.keys()) socket.destroy();
    },
    async close() {
      server.disconnect();
      await new Promise(resolve => listener.close(resolve));
    },
  };
  return server;
};

type Sessions = Map<Socket, { folder: ScriptedFolder | null; isIdling: boolean }>;

const serve = (server: ImapServer, socket: Socket, sessions: Sessions): void => {
  const state = sessions.get(socket) ?? { folder: null, isIdling: false };
  const send = (line: string | Buffer) => void (socket.writable && socket.write(line));
  let received = '';
  let idleTag = '';
  let queue = Promise.resolve();
  send(`* OK ${server.script.greeting ?? 'ready'}\r\n`);

  const run = async (line: string): Promise<void> => {
    if (state.isIdling) {
      state.isIdling = false;
      return send(`${idleTag} OK done\r\n`);
    }
    const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
    const command = name.toUpperCase();
    const index = server.commands.push(command) - 1;
    const scripted = await server.script.onCommand?.(command, index, line);
    if (scripted === 'silence') return;
    if (scripted === 'close before command') return void socket.destroy();
    if (scripted?.startsWith('NO ') || scripted?.startsWith('BAD ')) return send(`${tag} ${scripted}\r\n`);
    if (command === 'IDLE') {
      idleTag = tag;
      state.isIdling = true;
      return send('+ idling\r\n');
    }
    const empty = isEmptySection(scripted) ? scripted : null;
    const { lines, result = 'OK done' } = execute(server, state, command, rest, empty);
    if (scripted === 'close before response') return void socket.destroy();
    for (const each of lines) send(each);
    send(`${tag} ${result}\r\n`);
    if (command === 'LOGOUT' || scripted === 'close after response') socket.end();
  };

  socket.on('data', chunk => {
    received += chunk.toString('latin1');
    const lines = received.split('\r\n');
    received = lines.pop() ?? '';
    for (const line of lines) queue = queue.then(() => run(line));
  });
};

type Result = { lines: (string | Buffer)[]; result?: string };

const execute = (
  { folders, script }: ImapServer,
  state: { folder: ScriptedFolder | null },
  command: string,
  rest: string,
  empty: EmptySection | null,
): Result => {
  const words = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"|\([^)]*\)|\S+/g)].map(([all, quoted]) => quoted ?? all);
  switch (command) {
    case 'CAPABILITY':
      return { lines: [`* CAPABILITY IMAP4rev1 ${script.capabilities ?? 'IDLE MOVE UIDPLUS'}\r\n`] };
    case 'NAMESPACE':
      return { lines: ['* NAMESPACE (("" "/")) NIL NIL\r\n'] };
    case 'LIST':
    case 'LSUB':
      return {
        lines: [...folders.keys()]
          .filter(name => words[1] === '*' || words[1] === name)
          .map(name => `* ${command} () "/" "${name}"\r\n`),
      };
    case 'SELECT':
    case 'EXAMINE':
      return openFolder(folders, state, words[0] ?? '', script);
    case 'UID SEARCH':
      return search(state.folder, rest);
    case 'UID FETCH':
      return { lines: select(state.folder, words[0] ?? '').map(mail => fetch(state.folder, mail, rest, empty)) };
    case 'UID STORE':
      for (const mail of select(state.folder, words[0] ?? ''))
        for (const [flag] of rest.matchAll(/\\\w+/g)) mail.flags.add(flag);
      return { lines: [] };
    case 'UID COPY':
      return copy(folders, state.folder, words);
    case 'UID EXPUNGE':
      return expunge(state.folder, words[0] ?? '', mail => mail.flags.has('\\Deleted'));
    case 'UID MOVE': {
      const copied = copy(folders, state.folder, words);
      return copied.result === undefined ? expunge(state.folder, words[0] ?? '', () => true) : copied;
    }
    default:
      return { lines: [] };
  }
};

const openFolder = (
  folders: ImapServer['folders'],
  state: { folder: ScriptedFolder | null },
  name: string,
  { permanentFlags = '\\Seen \\Deleted' }: ImapScript,
): Result => {
  const folder = folders.get(name);
  if (folder === undefined) return { lines: [], result: 'NO [NONEXISTENT] unknown folder' };
  state.folder = folder;
  const { mails, uidvalidity, uidNext } = folder;
  return {
    lines: [
      `* ${mails.length} EXISTS\r\n* FLAGS (\\Seen \\Deleted)\r\n`,
      `* OK [PERMANENTFLAGS (${permanentFlags})] flags\r\n`,
      `* OK [UIDVALIDITY ${uidvalidity}] numbers\r\n* OK [UIDNEXT ${uidNext}] next\r\n`,
    ],
  };
};

/** Returns the mails of a set such as `3,5:9,12:*`. */
const select = (folder: ScriptedFolder | null, set: string): ScriptedMail[] => {
  const highest = folder?.mails.at(-1)?.uid ?? 0;
  const ranges = set.split(',').map(range => {
    const [from = 0, to = from] = range.split(':').map(word => (word === '*' ? highest : Number(word)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return (folder?.mails ?? []).filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to));
};

const search = (folder: ScriptedFolder | null, rest: string): Result => {
  const set = /UID (\S+)/.exec(rest)?.[1] ?? '1:*';
  const since = /SINCE "?([\w-]+)"?/.exec(rest)?.[1];
  const found = select(folder, set).filter(({ arrivedAt }) => since === undefined || arrivedAt >= parseDay(since));
  return { lines: [`* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n`] };
};

const fetch = (folder: ScriptedFolder | null, mail: ScriptedMail, rest: string, empty: EmptySection | null): Buffer => {
  const { uid, bytes, size = bytes.length, arrivedAt } = mail;
  const parts: Buffer[] = [];
  const add = (text: string) => parts.push(Buffer.from(`${parts.length > 0 ? ' ' : ''}${text}`));
  add(`UID ${uid}`);
  for (const [, section, start, length] of rest.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/g)) {
    const whole = readSection(mail, section ?? '');
    const part = start === undefined ? whole : whole.subarray(Number(start), Number(start) + Number(length));
    add(`BODY[${section}]${start === undefined ? '' : `<${start}>`} ${empty ?? `{${part.length}}\r\n`}`);
    if (empty === null) parts.push(part);
  }
  if (rest.includes('RFC822.SIZE')) add(`RFC822.SIZE ${size}`);
  if (rest.includes('INTERNALDATE')) {
    const date = mail.date ?? formatInternalDate(arrivedAt);
    add(`INTERNALDATE ${date === 'NIL' ? date : `"${date}"`}`);
  }
  if (rest.includes('BODYSTRUCTURE'))
    add(`BODYSTRUCTURE ${mail.structure ?? `("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "7BIT" ${size} 1)`}`);
  const number = (folder?.mails.indexOf(mail) ?? 0) + 1;
  return Buffer.concat([Buffer.from(`* ${number} FETCH (`), ...parts, Buffer.from(')\r\n')]);
};

const readSection = ({ bytes, parts = {} }: ScriptedMail, section: string): Buffer => {
  const end = bytes.indexOf('\r\n\r\n') + 4;
  if (section === '') return bytes;
  if (section.startsWith('HEADER')) return bytes.subarray(0, end);
  return parts[section] ?? (section.endsWith('MIME') ? Buffer.from('\r\n') : bytes.subarray(end));
};

const copy = (folders: ImapServer['folders'], from: ScriptedFolder | null, [set = '', name = '']: string[]): Result => {
  const to = folders.get(name);
  if (to === undefined) return { lines: [], result: 'NO [TRYCREATE] unknown folder' };
  for (const mail of select(from, set)) to.mails.push({ ...mail, flags: new Set(mail.flags), uid: to.uidNext++ });
  return { lines: [] };
};

const expunge = (folder: ScriptedFolder | null, set: string, isRemoved: (mail: ScriptedMail) => boolean): Result => {
  const removed = select(folder, set).filter(isRemoved);
  const lines = removed.map(mail => {
    const number = (folder?.mails.indexOf(mail) ?? 0) + 1;
    folder?.mails.splice(number - 1, 1);
    return `* ${number} EXPUNGE\r\n`;
  });
  return { lines };
};
