import { connect, type Shot } from '../fire.ts';
import type { Servers } from './servers.ts';
import type { SignIns } from './sign-ins.ts';
import { asked, shotsOf, urlOf, type Way } from './ways.ts';

const connections = 8;

/** Asks everything in turns on one way, so many times; the engine has compiled what is used often by some thousands. */
export async function fireMany(servers: Servers, way: Way, signIns: SignIns, requests: number): Promise<void> {
  const load = connect(urlOf(servers, way), connections);
  const shots = await Promise.all(asked.map(each => shotsOf(servers, way, each, signIns)));
  for (let done = 0; done < requests; ) {
    const begun = done;
    const shotOf = (turn: number) => shots[(begun + turn) % shots.length]?.(begun + turn) as Shot;
    done += (await load.fire(shotOf, 0.25)).milliseconds.length;
  }
  await load.close();
}
