import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ownEnvironment, readListening, root, type ServerProcess } from './server-process.ts';

/** A server in a process that has others after it. */
type HostedServer = Pick<ServerProcess, 'url' | 'port' | 'written'> & { stop: () => Promise<void> };

/** A process that runs servers of one kind, one after the other. */
export type ServerHost = {
  /** Starts the next one, told by its environment; the one before has stopped. @throws what it wrote, when it ends before it listens */
  start: (env: Record<string, string>) => Promise<HostedServer>;
  close: () => Promise<void>;
};

/**
 * Starts such a process. Each server is as `npm start` runs it, from its configuration to its end; only what it is made of
 * has been loaded before, which takes two thirds of a start.
 *
 * @param script exports `start`: api/start.ts or bff/start.ts
 * @param env of the process, beside PATH and where Node keeps what it has compiled
 */
export function startServerHost(script: string, env: Record<string, string> = {}): ServerHost {
  const child = fork(fileURLToPath(new URL('../server/testing/hosted.ts', import.meta.url)), [script], {
    cwd: root,
    env: ownEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  let hear = (_line: string): void => undefined;
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', line => hear(line));

  async function start(told: Record<string, string>): Promise<HostedServer> {
    const written: string[] = [];
    const listening = Promise.withResolvers<Pick<ServerProcess, 'url' | 'port'>>();
    hear = line => {
      written.push(line);
      const ready = readListening(line);
      if (ready) listening.resolve(ready);
    };
    const ended = Promise.race([once(child, 'message'), exited]);
    void ended.then(() => listening.reject(new Error(`${script} ended before it listened:\n${written.join('\n')}`)));
    child.send({ start: told });
    const stop = async (): Promise<void> => {
      child.send({ end: true });
      await ended;
    };
    return { ...(await listening.promise), written, stop };
  }

  const close = async (): Promise<void> => {
    child.disconnect();
    await exited;
  };
  return { start, close };
}
