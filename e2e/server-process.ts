import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** Adds PATH and NODE_COMPILE_CACHE to an environment, and nothing else. */
export function createNodeEnvironment(given: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...given };
}

/** A running server process. */
export type NodeServer = {
  /** The URL that it logs. */
  url: string;
  port: number;
  /** The lines of its output so far. */
  outputLines: readonly string[];
  /** Sends a message to a preloaded module. @returns its response */
  sendMessage: (message: string) => Promise<unknown>;
  /** Sends a signal; SIGSTOP suspends the process, with its connections open, until SIGCONT. */
  signal: (name: NodeJS.Signals) => void;
  /** Sends SIGTERM and waits for the exit. @returns the exit code */
  stop: () => Promise<number | null>;
};

/**
 * Starts a server as `npm start` does and waits until it listens.
 *
 * @param script path in the project's folder
 * @param env its environment
 * @param args command-line arguments
 * @throws an error with its output, if it exits before it listens
 */
export function startNodeServer(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<NodeServer> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectFolder,
    env: createNodeEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = new Promise<number | null>(resolve => child.once('close', resolve));
  const outputLines: string[] = [];
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exited;
  };
  const sendMessage = async (message: string): Promise<unknown> => {
    const received = once(child, 'message');
    child.send(message);
    const [response] = await received;
    return response;
  };
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return new Promise((resolve, reject) => {
    const onLine = (line: string): void => {
      outputLines.push(line);
      const listening = parseListening(line);
      if (listening) resolve({ ...listening, outputLines, sendMessage, signal, stop });
    };
    for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', onLine);
    void exited.then(() => reject(new Error(`${script} exited before it listened:\n${outputLines.join('\n')}`)));
  });
}

/** Parses the log line of a server that listens; returns null for other lines. */
export function parseListening(line: string): Pick<NodeServer, 'url' | 'port'> | null {
  if (!line.startsWith('{')) return null;
  const { msg, url, port } = JSON.parse(line);
  return msg === 'listening' ? { url, port } : null;
}
