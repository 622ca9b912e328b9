import type { Memory } from '../watched-server.ts';
import { fireMany } from './fire-many.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';

/** Until then the engine compiles, and every cache fills. */
const warmUpRequests = 10_000;

/** What the bff holds after so many requests. */
export type Held = Memory & { requests: number };

/** Lists and 304s in turns, by everybody signed in: what is held at the beginning, in the middle and at the end. */
export async function measureMemory(servers: Servers, signIns: SignIns, requests: number): Promise<Held[]> {
  const held: Held[] = [];
  const fire = (times: number) => fireMany(servers, 'bff', signIns, times);
  await fire(warmUpRequests);
  held.push({ requests: 0, ...(await servers.bff.memory()) });
  for (const share of [0.5, 1]) {
    await fire(requests / 2);
    held.push({ requests: share * requests, ...(await servers.bff.memory()) });
  }
  return held;
}
