import { createLoadGenerator, type LoadRequest } from '../load-generator.ts';
import type { ProxyServers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';
import { createListShots, getTargetUrl, type ListTarget, listVariants } from './targets.ts';

const connections = 8;

/** Sends all kinds of requests to one target in turn. Some thousand requests warm up the JIT compiler. */
export async function sendMany(
  servers: ProxyServers,
  target: ListTarget,
  signIns: SignIns,
  requests: number,
): Promise<void> {
  const load = createLoadGenerator(getTargetUrl(servers, target), connections);
  const shots = await Promise.all(listVariants.map(each => createListShots(servers, target, each, signIns)));
  for (let done = 0; done < requests; ) {
    const offset = done;
    const shotOf = (turn: number) => shots[(offset + turn) % shots.length]?.(offset + turn) as LoadRequest;
    done += (await load.send(shotOf, 0.25)).milliseconds.length;
  }
  await load.close();
}
