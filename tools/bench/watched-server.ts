import { z } from 'zod';
import { startServerProcess } from '#server/testing/server-process';

const memory = z.object({ rss: z.number(), heapUsed: z.number() });

/** The memory use of a server after garbage collection, in bytes. */
export type ServerMemory = z.infer<typeof memory>;

/** A server process that reports its resource usage. */
export type WatchedServer = {
  /** The URL with an IP address, which needs no DNS lookup. */
  url: string;
  /** The URL that the server logs at its start. */
  publicUrl: string;
  pid: number;
  memory(): Promise<ServerMemory>;
  /** The processor time since the server started. */
  processorSeconds(): Promise<number>;
  /** The number of open accepted connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts a server with `startServerProcess` and makes it report its resource usage. */
export async function startWatched(script: string, env: Record<string, string>): Promise<WatchedServer> {
  const options = '--expose-gc --import=./tools/bench/report-usage.ts';
  const server = await startServerProcess(script, { ...env, NODE_ENV: 'production', NODE_OPTIONS: options });
  return {
    url: `http://127.0.0.1:${server.port}`,
    publicUrl: server.url,
    pid: server.pid,
    memory: async () => memory.parse(await server.sendMessage('memory')),
    processorSeconds: async () => z.number().parse(await server.sendMessage('processorTime')) / 1e6,
    connections: async () => z.number().parse(await server.sendMessage('connections')),
    stop: async () => void (await server.stop()),
  };
}
