import type { ServerMemory } from '../watched-server.ts';
import type { WebDesk } from '../web-desk.ts';

/** The resource usage of both servers: bytes of memory after garbage collection, and accepted connections. */
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
