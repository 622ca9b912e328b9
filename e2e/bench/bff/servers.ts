import { startWatched, type WatchedServer } from '../watched-server.ts';
import { openWebDesk, type WebDesk } from '../web-desk.ts';

/** A desk, and a minimal proxy to its API. */
export type ProxyServers = WebDesk & { pipe: WatchedServer };

const tickets = 1000;

export async function startProxyServers(): Promise<ProxyServers> {
  const webDesk = await openWebDesk(tickets);
  const pipe = await startWatched('e2e/bench/baseline/proxy.ts', {}, [webDesk.desk.url]);
  const stop = async () => {
    await pipe.stop();
    await webDesk.stop();
  };
  return { ...webDesk, pipe, stop };
}
