import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childEnvironment, projectFolder } from '#server/testing/server-process';

/**
 * Runs `npm run desk` and prints its standard error.
 *
 * @param store a data directory, or environment variables that select the store
 * @returns the standard output
 * @throws if the command fails
 */
export async function runDeskCli(store: string | Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['api/desk.ts', ...args], {
    cwd: projectFolder,
    env: childEnvironment(typeof store === 'string' ? { DATA_DIR: store } : store),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>(resolve => child.once('close', resolve));
  const output = await text(child.stdout);
  if ((await exited) !== 0) throw new Error(`desk ${args.join(' ')} failed.`);
  return output.trim();
}
