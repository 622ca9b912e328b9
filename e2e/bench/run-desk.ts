import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ownEnvironment, root } from '../server-process.ts';

/**
 * Runs the administrator's tool on a data directory, or on the store that an environment names; what it says of its
 * progress is shown.
 *
 * @returns what it printed
 * @throws when it fails, which it has explained by then
 */
export async function runDesk(store: string | Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['api/desk.ts', ...args], {
    cwd: root,
    env: ownEnvironment(typeof store === 'string' ? { DATA_DIR: store } : store),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  const printed = await text(child.stdout);
  if ((await ended) !== 0) throw new Error(`desk ${args.join(' ')} failed.`);
  return printed.trim();
}
