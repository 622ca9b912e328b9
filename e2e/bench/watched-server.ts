import { z } from 'zod';
import { startServer } from '../server-process.ts';

const memory = z.object({ rss: z.number(), heapUsed: z.number() });

/** What a server holds once its garbage is collected, in bytes. */
export type Memory = z.infer<typeof memory>;

/** A server of ours that tells what it takes. */
export type WatchedServer = {
  /** Without a name to be looked up. */
  url: string;
  /** What it takes itself for. */
  publicUrl: string;
  memory(): Promise<Memory>;
  /** Processor time since it was started, in microseconds. */
  cpuTime(): Promise<number>;
  /** How many that came to it are open. */
  connections(): Promise<number>;
  stop(): Promise<void>;
};

/** As `startServer`. */
export async function startWatched(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<WatchedServer> {
  const options = '--expose-gc --import=./e2e/bench/tell.ts';
  const server = await startServer(script, { ...env, NODE_ENV: 'production', NODE_OPTIONS: options }, args);
  return {
    url: `http://127.0.0.1:${server.port}`,
    publicUrl: server.url,
    memory: async () => memory.parse(await server.ask('memory')),
    cpuTime: async () => z.number().parse(await server.ask('cpu time')),
    connections: async () => z.number().parse(await server.ask('connections')),
    stop: async () => void (await server.stop()),
  };
}
