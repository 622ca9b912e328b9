import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process';
import { testSecretKeyText } from '../../../api/testing/secret-keys.ts';
import { runDeskCli } from '../../../e2e/run-desk.ts';
import { createRunFolder } from '../generated-stores.ts';
import { benchPerson } from '../web-desk.ts';
import { type Program, webApp } from './program.ts';

export type OAuthServer = {
  /** The URL with an IP address, which needs no DNS lookup. */
  url: string;
  /** Returns the processor time since the server started, in microseconds. */
  processorTime(): Promise<number>;
};

/** The desk and bare oidc-provider, each in its own process, and their common clients. */
export type OAuthServers = {
  desk: OAuthServer;
  baseline: OAuthServer;
  programs: Program[];
  /** The DATA_DIR of the desk. */
  dataDir: string;
  stop(): Promise<void>;
};

const environment = { NODE_ENV: 'production', NODE_OPTIONS: '--import=./tools/bench/report-usage.ts' };
const redirectUri = 'https://program.example/back';

/** Starts the desk on an empty store, without rate limits, and oidc-provider in memory. */
export async function startOAuthServers(): Promise<OAuthServers> {
  const folder = await createRunFolder();
  const desk = await startServerProcess('api/main.ts', {
    ...environment,
    DATA_DIR: folder,
    API_PORT: '0',
    ADMIN_EMAIL: benchPerson.email,
    ADMIN_PASSWORD: benchPerson.password,
    OAUTH_CLIENT_ID: webApp.clientId,
    OAUTH_CLIENT_SECRET: webApp.clientSecret,
    SAMPLE_DATA: 'false',
    SECRET_KEYS: testSecretKeyText,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'info',
  });
  const output = await runDeskCli(folder, 'clients', 'add', 'Night Shift', '--redirect-uri', redirectUri, '--json');
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(output);
  const programs = [webApp, { name: 'a registered program', clientId, clientSecret, redirectUri }];
  const baseline = await startServerProcess('tools/bench/baseline/oauth.ts', environment, {
    args: [JSON.stringify(programs)],
  });
  const stop = async () => {
    await Promise.all([desk.stop(), baseline.stop()]);
    await rm(folder, { recursive: true });
  };
  return { desk: toServer(desk), baseline: toServer(baseline), programs, dataDir: folder, stop };
}

const toServer = ({ port, sendMessage }: ServerProcess): OAuthServer => ({
  url: `http://127.0.0.1:${port}`,
  processorTime: async () => z.number().parse(await sendMessage('processorTime')),
});
