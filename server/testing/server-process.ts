import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Adds PATH and NODE_COMPILE_CACHE to an environment, and nothing else. */
export function childEnvironment(environment: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...environment };
}

export type ServerProcess = {
  /** The URL that the server logs. */
  url: string;
  port: number;
  pid: number;
  /** The lines of its output so far. */
  outputLines: readonly string[];
  /** Sends a message to a preloaded module. @returns its response */
  sendMessage(message: string): Promise<unknown>;
  /** Sends the signal, waits for the exit and all output, and returns the exit code; null if a signal was fatal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Settings of a server process. */
export type ProcessOptions = {
  args?: readonly string[];
  /** A wrapper command, such as `sh -c … "$@"`. */
  wrapper?: readonly string[];
  /** Receives each line of standard output, which is then not stored. */
  onLine?: (line: string) => void;
  /** Timeout of the process; 0 for none. */
  seconds?: number;
  /** Kills the process, even before it listens. */
  signal?: AbortSignal;
};

/**
 * Starts a server as a child process and waits until it listens.
 *
 * @param script path in the project's folder
 * @throws an error with the collected output if the server exits before it listens
 */
export async function startServerProcess(
  script: string,
  env: Record<string, string>,
  { args = [], wrapper = [], onLine, seconds = 0, signal: abortSignal }: ProcessOptions = {},
): Promise<ServerProcess> {
  const [program = process.execPath, ...programArgs] = [...wrapper, process.execPath, script, ...args];
  const child = spawn(program, programArgs, {
    cwd: projectFolder,
    env: childEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: seconds * 1000,
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  abortSignal?.addEventListener('abort', kill);
  const exited = new Promise<number | null>(resolve => child.once('close', resolve));

  const outputLines: string[] = [];
  const listening = Promise.withResolvers<Pick<ServerProcess, 'url' | 'port'>>();
  const readLines = (input: Readable | null, handleLine: (line: string) => void) =>
    input && createInterface({ input }).on('line', handleLine);
  readLines(child.stderr, line => outputLines.push(line));
  readLines(child.stdout, line => {
    if (onLine) onLine(line);
    else outputLines.push(line);
    const parsed = parseListening(line);
    if (parsed) listening.resolve(parsed);
  });
  void exited.then(() => {
    process.off('exit', kill);
    listening.reject(new Error(`${script} exited before it listened:\n${outputLines.join('\n')}`));
  });

  return {
    ...(await listening.promise),
    pid: child.pid ?? 0,
    outputLines,
    async sendMessage(message) {
      const received = once(child, 'message');
      child.send(message);
      const [response] = await received;
      return response;
    },
    stop(name = 'SIGTERM') {
      child.kill(name);
      return exited;
    },
  };
}

/** Starts a server and kills it when the test ends. */
export async function startServerDuringTest(
  t: TestContext,
  script: string,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const server = await startServerProcess(script, env);
  t.after(() => server.stop('SIGKILL'));
  return server;
}

/** Runs a script until it exits, with a timeout of one minute. Returns its exit code (null if killed) and output. */
export async function runToExit(script: string, env: Record<string, string>, args: readonly string[] = []) {
  const options = { cwd: projectFolder, env: childEnvironment(env), timeout: 60_000 };
  const child = spawn(process.execPath, [script, ...args], options);
  const exited = once(child, 'exit');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code: code as number | null, stdout, stderr };
}

/** Parses the log line of a server that listens; returns null for other lines. */
export function parseListening(line: string): Pick<ServerProcess, 'url' | 'port'> | null {
  if (!line.startsWith('{')) return null;
  const { msg, url, port } = JSON.parse(line);
  return msg === 'listening' ? { url, port } : null;
}
