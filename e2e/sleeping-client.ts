import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SessionHeaders } from './sign-in-by-request.ts';
import type { StreamClient } from './stream-client.ts';

/** A client of the stream whose process can be stopped, like a machine that sleeps. */
export type SleepingClient = StreamClient & { sleep(): void; wake(): void };

const program = fileURLToPath(new URL('stream-program.ts', import.meta.url));

/** Follows the stream through a bff. */
export function startSleepingClient(url: string, session: SessionHeaders): SleepingClient {
  const child = fork(program, [url, JSON.stringify(session)]);
  const exited = once(child, 'exit');
  const client: SleepingClient = {
    ...{ received: [], errors: [], notifications: 0, mostFailures: 0 },
    sleep: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
  child.on('message', state => Object.assign(client, state));
  return client;
}
