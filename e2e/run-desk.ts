import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childEnvironment, projectFolder } from '#server/testing/server-process';

/**
 * Runs `npm run desk` on a data directory, or on the store of an environment. Its standard error is shown.
 *
 * @returns its standard output
 * @throws when it fails
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
