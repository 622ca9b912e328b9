import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '#server/testing/server-process';
import { runDeskCommand } from '../desk-command.ts';

const program = fileURLToPath(new URL('../desk.ts', import.meta.url));

/** The exit status and output of a `desk` command. */
export type DeskRun = { status: number | null; stdout: string; stderr: string };

type Input = { input?: string; env?: Record<string, string> };

type RunOptions = Input & {
  /** Receives the error output while the command runs. */
  onErrorOutput?: (chunk: string, child: ChildProcess) => void;
  /** Aborting this signal kills the process. */
  signal?: AbortSignal;
  /** A wrapper command, such as `sh -c … "$@"`. */
  wrapper?: readonly string[];
};

/** Runs a `desk` command as a process, with `input` on standard input. */
export const runDesk = async (
  dataDir: string,
  args: readonly string[],
  { input = '', env = {}, onErrorOutput, signal, wrapper = [] }: RunOptions = {},
): Promise<DeskRun> => {
  const options = { env: childEnvironment({ DATA_DIR: dataDir, ...env }), timeout: 30_000 };
  const [first = process.execPath, ...others] = [...wrapper, process.execPath, program, ...args];
  const child = spawn(first, others, options);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined).end(input);
  if (onErrorOutput) child.stderr.on('data', output => onErrorOutput(String(output), child));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await closed;
  return { status, stdout, stderr };
};

/**
 * Runs a `desk` command in this process, which is faster. For tests of its output and its effect on the store.
 */
export const runDeskInProcess = async (
  dataDir: string,
  args: readonly string[],
  { input = '', env = {} }: Input = {},
): Promise<DeskRun> => {
  const [stdout, stderr] = [captureOutput(), captureOutput()];
  const stdin = Readable.from([Buffer.from(input)]);
  const status = await runDeskCommand(args, { env: { DATA_DIR: dataDir, ...env }, stdin, stdout, stderr });
  return { status, stdout: stdout.output, stderr: stderr.output };
};

const captureOutput = () => ({
  output: '',
  write(text: string) {
    this.output += text;
  },
});
