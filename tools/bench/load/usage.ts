import { setTimeout } from 'node:timers/promises';
import type { ServerMemory } from '../watched-server.ts';
import type { WebDesk } from '../web-desk.ts';

/** The resource usage of both servers: bytes of memory after garbage collection, and open connections. */
export type ServerUsage = { when: string; api: Usage; bff: Usage };
type Usage = ServerMemory & { connections: number };

/** Measures the resource usage of both servers. */
export async function measureUsage(when: string, { desk, bff }: WebDesk): Promise<ServerUsage> {
  const [api, ofBff] = await Promise.all(
    [desk.server, bff].map(async server => ({ ...(await server.memory()), connections: await server.connections() })),
  );
  if (!api || !ofBff) throw new Error('A server did not report its usage.');
  return { when, api, bff: ofBff };
}

/** The bff's idle connections to the API close after the API's timeout of 65 s. */
const maximumWaitMilliseconds = 90_000;

/** Waits, for at most 90 s, until neither server has more connections than before. Then measures the usage. */
export async function measureUsageOnceClosed(
  when: string,
  webDesk: WebDesk,
  before: ServerUsage,
): Promise<ServerUsage> {
  const until = performance.now() + maximumWaitMilliseconds;
  for (;;) {
    const usage = await measureUsage(when, webDesk);
    const areClosed = (['api', 'bff'] as const).every(name => usage[name].connections <= before[name].connections);
    if (areClosed || performance.now() > until) return usage;
    await setTimeout(1000);
  }
}
