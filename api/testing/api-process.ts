import { type ProcessOptions, runToExit, type ServerProcess, startServerProcess } from '#server/testing/server-process';
import { explainStartError, start } from '../start.ts';

export type ApiLogEntry = { msg?: string; url?: string; port?: number; email?: string; password?: string };

export type ApiProcess = ServerProcess & {
  /** Returns its log so far. */
  getEntries(): ApiLogEntry[];
};

/** Starts the API on a free port. By default, it runs for at most a minute. */
export const startApiProcess = async (
  env: Record<string, string>,
  options: ProcessOptions = {},
): Promise<ApiProcess> => {
  const server = await startServerProcess('api/main.ts', { API_PORT: '0', ...env }, { seconds: 60, ...options });
  const getEntries = () => server.outputLines.filter(line => line.startsWith('{')).map(line => JSON.parse(line));
  return { ...server, getEntries };
};

/** Starts an API whose start must fail; returns its error output and exit code. */
export const getStartFailure = async (
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> => {
  const { code, stderr } = await runToExit('api/main.ts', { API_PORT: '0', ...env });
  return { code, output: stderr };
};

/** Starts an API whose start must fail. Runs it in this process, which is faster; returns the error output. */
export const getStartFailureInProcess = async (env: Record<string, string>): Promise<string> => {
  const never = () => new Promise<void>(() => {});
  const error = await start({ API_PORT: '0', ...env }, never).catch((error: unknown) => error);
  return `${explainStartError(error).join('\n')}\n`;
};
