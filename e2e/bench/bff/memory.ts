import type { Memory } from '../watched-server.ts';
import { fireMany } from './fire-many.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';

/** Requests until the JIT compiler is warm and every cache is full. */
const warmUpRequests = 10_000;

/** The memory use of the bff after a number of requests. */
export type Held = Memory & { requests: number };

/** Measures memory use before, halfway through and after many lists and 304s in all sessions. */
export async function measureMemory(servers: Servers, signIns: SignIns, requests: number): Promise<Held[]> {
  const usages: Held[] = [];
  const fire = (times: number) => fireMany(servers, 'bff', signIns, times);
  await fire(warmUpRequests);
  usages.push({ requests: 0, ...(await servers.bff.memory()) });
  for (const share of [0.5, 1]) {
    await fire(requests / 2);
    usages.push({ requests: share * requests, ...(await servers.bff.memory()) });
  }
  return usages;
}
