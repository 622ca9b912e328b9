import { connect, type Shot } from '../fire.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';
import { asked, shotsOf, urlOf, type Way } from './ways.ts';

const connections = 8;

/** Sends all kinds of requests to one target in turn. Some thousand requests warm up the JIT compiler. */
export async function fireMany(servers: Servers, target: Way, signIns: SignIns, requests: number): Promise<void> {
  const load = connect(urlOf(servers, target), connections);
  const shots = await Promise.all(asked.map(each => shotsOf(servers, target, each, signIns)));
  for (let done = 0; done < requests; ) {
    const offset = done;
    const shotOf = (turn: number) => shots[(offset + turn) % shots.length]?.(offset + turn) as Shot;
    done += (await load.fire(shotOf, 0.25)).milliseconds.length;
  }
  await load.close();
}
