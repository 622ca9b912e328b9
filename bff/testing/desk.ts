import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import type { Logger } from 'pino';
import { createRequestQueue } from '#server/request-queue';
import { listenDuringTest } from '#server/testing/listen';
import { type BffDependencies, createBff } from '../app.ts';
import { createBffLog } from '../log.ts';
import { type BffMetrics, createBffMetrics } from '../metrics.ts';
import type { Secrets } from '../secrets.ts';
import { type BffServerOptions, createBffServer } from '../server.ts';
import { createFixedKeys } from '../sessions/session-keys.ts';
import { createOAuthClient } from '../sign-in/oauth-client.ts';
import { type ApiTimeouts, createApiPool, defaultApiTimeouts } from '../upstream/api-pool.ts';
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

type Options = Partial<
  Pick<BffDependencies, 'publicUrl' | 'apiPublicUrl' | 'webDir' | 'trustProxy' | 'requestQueue'>
> & {
  upstream?: FakeApi;
  /** Defaults to the URL of `upstream`. */
  apiUrl?: string;
  sessionKeys?: string[];
  timeouts?: Partial<ApiTimeouts>;
  server?: Omit<BffServerOptions, 'metrics'>;
  oauthTimeoutSeconds?: number;
  /** Initial cookies of the browser, such as those of a browser at another desk. */
  cookies?: CookieBrowser['cookies'];
};

export const firstKey = '11'.repeat(32);

/** Creates a temporary directory for a test. */
export function createTemporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'stardesk-bff-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

function createWebDir(t: TestContext): string {
  const directory = createTemporaryDirectory(t);
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Stardesk</title>');
  return directory;
}

/** Creates a log in memory. */
export function createTestLog(level = 'trace'): { log: Logger; readLog: () => string } {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', line => lines.push(String(line)));
  return { log: createBffLog(level, destination), readLog: () => lines.join('') };
}

/** Starts a server until the end of the test; assembleBff needs its URL. */
export async function startBffServer(t: TestContext, options: Omit<BffServerOptions, 'metrics'> = {}) {
  const { log, readLog } = createTestLog();
  const metrics = createBffMetrics();
  const server = createBffServer(log, { ...options, metrics });
  return { server, url: await listenDuringTest(t, server), log, readLog, metrics };
}

type BffServer = Awaited<ReturnType<typeof startBffServer>>;

type Settings = Omit<Options, 'upstream' | 'sessionKeys' | 'server' | 'cookies'> &
  Pick<BffDependencies, 'publicUrl' | 'apiPublicUrl' | 'webDir' | 'clock'> & {
    apiUrl: string;
    secrets: Secrets;
    /** Secrets that only the API knows, as they are at the end of the test. */
    apiSecrets?: readonly string[];
  };

/** Adds the bff to a server. The test fails if a secret was logged. */
export function assembleBff(t: TestContext, { server, log, readLog, metrics }: BffServer, settings: Settings): void {
  const { apiUrl, timeouts, oauthTimeoutSeconds = 5, secrets, apiSecrets = [], ...deps } = settings;
  const { publicUrl, apiPublicUrl } = deps;
  const { client, sessionKeys } = secrets;
  const api = createApiPool(apiUrl, { ...defaultApiTimeouts, ...timeouts });
  t.after(() => api.dispatcher.destroy());
  const watched = watchBffSecrets(server, secrets);
  t.after(() => {
    watched.record(apiSecrets);
    return watched.expectNoneIn(readLog());
  });
  const oauth = createOAuthClient({ api, apiPublicUrl, publicUrl, client, timeoutSeconds: oauthTimeoutSeconds });
  const isShuttingDown = () => server.isShuttingDown;
  // This queue does not count accepted connections, so requests never wait for new connections.
  const requestQueue = createRequestQueue();
  const shutdown = new AbortController();
  t.after(() => shutdown.abort());
  const state = { isShuttingDown, shutdown: shutdown.signal, uploads: server.uploads };
  const own = { api, oauth, sessionKeys, log, metrics, ...state };
  server.on('request', createBff({ trustProxy: false, requestQueue, ...deps, ...own }));
}

/** Starts a bff with a fake API. Both use free ports until the end of the test. */
export async function startTestDesk(t: TestContext, options: Options = {}): Promise<TestDesk> {
  const { upstream = await startFakeApi(t), sessionKeys = [firstKey], server, cookies, ...overrides } = options;
  const bff = await startBffServer(t, server);
  const { url, metrics, readLog } = bff;
  let offset = 0;
  assembleBff(t, bff, {
    publicUrl: url,
    apiUrl: upstream.url,
    apiPublicUrl: overrides.apiUrl ?? upstream.url,
    webDir: overrides.webDir ?? createWebDir(t),
    clock: () => Date.now() + offset,
    secrets: { client: { id: 'stardesk-web', secret: 'a'.repeat(64) }, sessionKeys: createFixedKeys(sessionKeys) },
    apiSecrets: upstream.secrets,
    ...overrides,
  });
  const advanceClock = (milliseconds: number) => {
    offset += milliseconds;
  };
  return { url, upstream, metrics, browser: createCookieBrowser(url, cookies), advanceClock, readLog };
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
