import { globalAgent } from 'node:http';
import { scopes } from '#contract/enums';
import { type Balancer, startBalancer } from '#server/testing/balancer';
import { openSession } from '../bff/sign-ins.ts';
import { benchAgent } from '../generated-stores.ts';
import { createLoadGenerator, type LoadGenerator } from '../load-generator.ts';
import { benchPerson } from '../oauth/client.ts';
import { connectOAuth as openConnection } from '../oauth/connection.ts';
import { runDeskCli } from '../run-desk.ts';
import { startWatched, type WatchedServer } from '../watched-server.ts';

/** A setup with a number of processes of each server on one store. */
export type ProcessSetup = {
  processes: number;
  /** The servers whose CPU time counts. */
  servers: readonly WatchedServer[];
  /** Routes all requests to these servers from now on. */
  choose(): void;
  /** The same number of connections in total for any number of processes. */
  loads: readonly LoadGenerator[];
  /** The URL of one server, and the path prefix and headers of each request. */
  url: string;
  prefix: '/v1' | '/api';
  headers: Record<string, string>;
};

/** Two api and two bff processes on one store. */
export type ProcessSetups = {
  /** Directly to one api, and to two. */
  direct: readonly ProcessSetup[];
  /** Through a balancer to one or two bffs, and through another to one or two apis. */
  through: readonly ProcessSetup[];
  stop(): Promise<void>;
};

const connections = 16;

/**
 * Starts the processes and signs in.
 *
 * @param environment the variables that select the store
 */
export async function startProcessSetups(environment: Record<string, string>): Promise<ProcessSetups> {
  const [api, bff] = await Promise.all([startBalancer({ agent: globalAgent }), startBalancer({ agent: globalAgent })]);
  const shared = {
    PUBLIC_URL: bff.url,
    API_PUBLIC_URL: api.url,
    PORT: '0',
    API_PORT: '0',
    OAUTH_CLIENT_ID: 'bff-0123456789abcdef',
    OAUTH_CLIENT_SECRET: 'ab'.repeat(32),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
  };
  const tokenOptions = ['--person', benchAgent.email, '--scope', scopes.join(' ')];
  const token = await runDeskCli(environment, 'tokens', 'create', ...tokenOptions);
  await runDeskCli(
    environment,
    'people',
    'add',
    benchPerson.email,
    '--name',
    'Ada',
    '--password',
    benchPerson.password,
  );
  const apiEnv = { ...shared, RATE_LIMIT_PER_MINUTE: '1000000', ...environment };
  const apis = await Promise.all([1, 2].map(() => startWatched('api/main.ts', apiEnv)));
  const bffEnv = { ...shared, SESSION_KEYS: 'cd'.repeat(32) };
  const bffs = await Promise.all([1, 2].map(() => startWatched('bff/main.ts', bffEnv)));
  const choose = (processes: number): void => {
    setServers(api, apis.slice(0, processes));
    setServers(bff, bffs.slice(0, processes));
  };
  choose(2);
  const [browser, authorizer] = [openConnection(bff.url), openConnection(api.url)];
  const cookie = await openSession(browser, authorizer, `${bff.url}/auth`);
  await Promise.all([browser.close(), authorizer.close()]);
  const balanced = createLoadGenerator(bff.url, connections);
  const direct = [1, 2].map(processes => {
    const servers = apis.slice(0, processes);
    const loads = servers.map(({ url }) => createLoadGenerator(url, connections / processes));
    const headers = { authorization: `Bearer ${token}` };
    return { processes, servers, choose: () => {}, loads, url: servers[0]?.url ?? '', prefix: '/v1', headers } as const;
  });
  const through = [1, 2].map(processes => {
    const servers = [...apis.slice(0, processes), ...bffs.slice(0, processes)];
    const headers = { cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
    const loads = [balanced];
    return {
      processes,
      servers,
      choose: () => choose(processes),
      loads,
      url: bff.url,
      prefix: '/api',
      headers,
    } as const;
  });
  return {
    direct,
    through,
    async stop() {
      await Promise.all([balanced, ...direct.flatMap(({ loads }) => loads)].map(load => load.close()));
      for (const balancer of [bff, api]) balancer.stop();
      await Promise.all([...bffs, ...apis].map(server => server.stop()));
    },
  };
}

function setServers(balancer: Balancer, servers: readonly WatchedServer[]): void {
  balancer.ports.clear();
  for (const { url } of servers) balancer.ports.add(Number(new URL(url).port));
}
