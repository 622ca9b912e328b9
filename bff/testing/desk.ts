import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { createRequestQueue, type RequestQueue } from '#server/request-queue';
import { listenDuringTest } from '#server/testing/listen';
import type { TrustedProxies } from '#server/trusted-proxies';
import { type BffDependencies, createBff } from '../app.ts';
import { createBffLog } from '../log.ts';
import { type BffMetrics, createBffMetrics } from '../metrics.ts';
import type { Secrets } from '../secrets.ts';
import { createBffServer } from '../server.ts';
import { fixedKeys } from '../sessions/session-keys.ts';
import { createOAuthClient } from '../sign-in/oauth-client.ts';
import { type ApiTimeouts, connectToApi } from '../upstream/api-connection.ts';
import { type CookieBrowser, createCookieBrowser } from './browser.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { watchBffSecrets } from './wire-secrets.ts';

/** A bff that a test has started. */
export type TestDesk = {
  url: string;
  upstream: FakeApi;
  browser: CookieBrowser;
  metrics: BffMetrics;
  /** Advances the bff's clock. */
  advanceClock(milliseconds: number): void;
  /** Returns the log so far. */
  readLog(): string;
};

type Options = {
  upstream?: FakeApi;
  /** The upstream by default. */
  apiUrl?: string;
  apiPublicUrl?: string;
  publicUrl?: string;
  sessionKeys?: string[];
  timeouts?: Partial<ApiTimeouts>;
  webDir?: string;
  oauthTimeoutSeconds?: number;
  trustProxy?: TrustedProxies;
  requestQueue?: RequestQueue;
};

export const firstKey = '11'.repeat(32);

/** Creates a temporary directory for a test. */
export function makeDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'stardesk-bff-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

function makeWebDir(t: TestContext): string {
  const directory = makeDirectory(t);
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Stardesk</title>');
  return directory;
}

/** Starts a bff with a fake API on free ports until the end of the test, which fails if a secret was logged. */
export async function startTestDesk(t: TestContext, options: Options = {}): Promise<TestDesk> {
  const upstream = options.upstream ?? (await startFakeApi(t));
  const lines: string[] = [];
  const readLog = () => lines.join('');
  const log = createBffLog(
    'trace',
    new PassThrough().on('data', line => lines.push(String(line))),
  );
  const metrics = createBffMetrics();
  const server = createBffServer(log, { metrics });
  const url = await listenDuringTest(t, server);
  const timeouts = { connect: 1000, headers: 5000, body: 5000, ...options.timeouts };
  const api = connectToApi(options.apiUrl ?? upstream.url, timeouts);
  t.after(() => api.dispatcher.destroy());

  let offset = 0;
  const secrets: Secrets = {
    client: { id: 'stardesk-web', secret: 'a'.repeat(64) },
    sessionKeys: fixedKeys(options.sessionKeys ?? [firstKey]),
  };
  const watched = watchBffSecrets(server, secrets);
  t.after(() => {
    watched.remember(upstream.secrets);
    return watched.expectNoneIn(readLog());
  });
  const [publicUrl, apiPublicUrl] = [options.publicUrl ?? url, options.apiPublicUrl ?? options.apiUrl ?? upstream.url];
  const { client, sessionKeys } = secrets;
  const timeoutSeconds = options.oauthTimeoutSeconds ?? 5;
  const deps: BffDependencies = {
    publicUrl,
    apiPublicUrl,
    api,
    oauth: createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds }),
    sessionKeys,
    webDir: options.webDir ?? makeWebDir(t),
    log,
    clock: () => Date.now() + offset,
    trustProxy: options.trustProxy ?? false,
    metrics,
    isShuttingDown: () => server.isShuttingDown,
    // No limits, so that tests pass on a busy machine.
    requestQueue: options.requestQueue ?? createRequestQueue(),
  };
  server.on('request', createBff(deps));
  return {
    url,
    upstream,
    metrics,
    browser: createCookieBrowser(url),
    advanceClock: milliseconds => {
      offset += milliseconds;
    },
    readLog,
  };
}

/** Opens /login and returns the callback URL that the authorization server would redirect to. */
export async function startSignIn(
  desk: Pick<TestDesk, 'browser'>,
  returnTo = '/',
  browser = desk.browser,
): Promise<string> {
  const login = await browser.navigate(`/login?${new URLSearchParams({ return_to: returnTo })}`);
  const authorization = new URL(String(login.headers.location));
  const state = authorization.searchParams.get('state') ?? '';
  const issuer = authorization.href.slice(0, authorization.href.indexOf('/oauth/authorize'));
  return `/auth?${new URLSearchParams({ code: 'a-code', state, iss: issuer })}`;
}

export async function signInBrowser(desk: Pick<TestDesk, 'browser'>, browser = desk.browser): Promise<void> {
  await browser.navigate(await startSignIn(desk, '/', browser), 'cross-site');
}
