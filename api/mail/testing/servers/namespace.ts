import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('run-in-namespace.sh', import.meta.url));

/**
 * The beginning of a command that runs a program in new namespaces. When the command ends, even by a signal, all its
 * processes are killed.
 */
export const namespace = [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
] as const;

/** Wraps a command so that it runs in new namespaces. `root` is a folder with unpacked Debian packages. */
export const wrapInNamespace = (root: string, command: readonly string[]): [string, ...string[]] => [
  ...namespace,
  ...['sh', script, root],
  ...command,
];

export type NamespaceServer = {
  /** Returns the error output of the server. */
  readLog(): string;
  /** Sends SIGTERM to the server and waits until it has stopped. */
  stop(): Promise<void>;
  /** Kills all processes of the server. */
  kill(): Promise<void>;
};

/** Starts a server of the packages in `root` and waits until it listens. @throws Error with its output if it stops */
export const startInNamespace = async (
  root: string,
  command: readonly string[],
  ports: readonly number[],
): Promise<NamespaceServer> => {
  const [program, ...args] = wrapInNamespace(root, command);
  // Detached, so that Ctrl-C does not kill its processes one by one. The exit of this process closes their input, which
  // stops them.
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    log = (log + text).slice(-100_000);
  });
  let isClosed = false;
  const ended = once(child, 'close').then(() => {
    isClosed = true;
  });
  for (const port of ports) {
    while (!(await accepts(port))) {
      if (isClosed) throw new Error(`${command[0]} stopped before it listened:\n${log}`);
      await pause(20);
    }
  }
  return {
    readLog: () => log,
    async stop() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
