import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runDeskCommand } from '../desk-command.ts';
import { ownEnvironment } from './own-environment.ts';

const program = fileURLToPath(new URL('../desk.ts', import.meta.url));

/** How the administrator's tool ended, and what it said. */
export type DeskRun = { status: number | null; stdout: string; stderr: string };

type Given = { input?: string; env?: Record<string, string> };

type Running = Given & {
  /** Is told what it says of its progress, as it comes. */
  hear?: (said: string, child: ChildProcess) => void;
  /** Kills it. */
  signal?: AbortSignal;
  /** A program that runs what is named behind its own words. */
  by?: readonly string[];
};

/**
 * Runs the administrator's tool as it is shipped, a process of its own, on a data directory, beside whatever else runs, with
 * `input` piped in.
 */
export const runDesk = async (
  dataDir: string,
  words: readonly string[],
  { input = '', env = {}, hear, signal, by = [] }: Running = {},
): Promise<DeskRun> => {
  const options = { env: ownEnvironment({ DATA_DIR: dataDir, ...env }), timeout: 30_000 };
  const [first = process.execPath, ...others] = [...by, process.execPath, program, ...words];
  const child = spawn(first, others, options);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined).end(input);
  if (hear) child.stderr.on('data', said => hear(String(said), child));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await closed;
  return { status, stdout, stderr };
};

/**
 * Does the same in this process, where all that it needs is loaded: for what a command does to the store and says, and not
 * for what a process is.
 */
export const runDeskHere = async (
  dataDir: string,
  words: readonly string[],
  { input = '', env = {} }: Given = {},
): Promise<DeskRun> => {
  const [stdout, stderr] = [listen(), listen()];
  const stdin = Readable.from([input]);
  const status = await runDeskCommand(words, { env: { DATA_DIR: dataDir, ...env }, stdin, stdout, stderr });
  return { status, stdout: stdout.said, stderr: stderr.said };
};

const listen = () => ({
  said: '',
  write(text: string) {
    this.said += text;
  },
});
