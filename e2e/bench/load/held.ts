import type { Memory } from '../watched-server.ts';
import type { WebDesk } from '../web-desk.ts';

/** What both servers hold at a moment: memory once their garbage is collected, in bytes, and connections that came to them. */
export type Held = { when: string; api: Holding; bff: Holding };
type Holding = Memory & { connections: number };

/** Looks at what they hold. */
export async function hold(when: string, { desk, bff }: WebDesk): Promise<Held> {
  const [api, ofBff] = await Promise.all(
    [desk.server, bff].map(async server => ({ ...(await server.memory()), connections: await server.connections() })),
  );
  if (!api || !ofBff) throw new Error('A server did not say what it holds.');
  return { when, api, bff: ofBff };
}
