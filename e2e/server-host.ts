import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment, parseListening, projectFolder, type ServerProcess } from '#server/testing/server-process';

/** A server in a reusable process. */
type HostedServer = Pick<ServerProcess, 'url' | 'port'> & { stop: () => Promise<void> };

/** A process that runs successive servers of one kind. */
export type ServerHost = {
  /**
   * Starts a server. The previous server must have stopped.
   * @throws an error with the collected output if the server exits before it listens
   */
  start: (env: Record<string, string>) => Promise<HostedServer>;
  close: () => Promise<void>;
};

/**
 * Starts a host process. Each server runs as with `npm start`, from its configuration to its shutdown. But the modules
 * are loaded only once, because loading takes two thirds of a start.
 *
 * @param script exports `start`: api/start.ts or bff/start.ts
 */
function startServerHost(script: string): ServerHost {
  const child = fork(fileURLToPath(new URL('../server/testing/hosted-server.ts', import.meta.url)), [script], {
    cwd: projectFolder,
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit');
  let onLine = (_line: string): void => undefined;
  for (const input of [child.stdout, child.stderr])
    if (input) createInterface({ input }).on('line', line => onLine(line));

  async function start(serverEnv: Record<string, string>): Promise<HostedServer> {
    const outputLines: string[] = [];
    const listening = Promise.withResolvers<Pick<ServerProcess, 'url' | 'port'>>();
    onLine = line => {
      outputLines.push(line);
      const ready = parseListening(line);
      if (ready) listening.resolve(ready);
    };
    const stopped = Promise.race([once(child, 'message'), exited]);
    void stopped.then(() =>
      listening.reject(new Error(`${script} exited before it listened:\n${outputLines.join('\n')}`)),
    );
    child.send({ start: serverEnv });
    const stop = async (): Promise<void> => {
      child.send({ stop: true });
      await stopped;
    };
    return { ...(await listening.promise), stop };
  }

  const close = async (): Promise<void> => {
    child.disconnect();
    await exited;
  };
  return { start, close };
}

/** The two processes that run the servers of successive desks. */
export type ServerHosts = { api: ServerHost; bff: ServerHost; close: () => Promise<void> };

export function startServerHosts(): ServerHosts {
  const [api, bff] = [startServerHost('api/start.ts'), startServerHost('bff/start.ts')];
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), bff.close()]);
  };
  return { api, bff, close };
}
