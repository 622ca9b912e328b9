import type { ServerMemory } from '../watched-server.ts';
import { sendMany } from './send-many.ts';
import type { ProxyServers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';

/** Requests until the JIT compiler is warm and every cache is full. */
const warmUpRequests = 10_000;

/** The memory use of the bff after a number of requests. */
export type MemoryUsage = ServerMemory & { requests: number };

/** Measures memory use before, halfway through and after many lists and 304s in all sessions. */
export async function measureMemory(servers: ProxyServers, signIns: SignIns, requests: number): Promise<MemoryUsage[]> {
  const usages: MemoryUsage[] = [];
  const fire = (times: number) => sendMany(servers, 'bff', signIns, times);
  await fire(warmUpRequests);
  usages.push({ requests: 0, ...(await servers.bff.memory()) });
  for (const share of [0.5, 1]) {
    await fire(requests / 2);
    usages.push({ requests: share * requests, ...(await servers.bff.memory()) });
  }
  return usages;
}
