import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Balancer, startBalancer } from '#server/testing/balancer';
import { runToExit, type ServerProcess, startServerDuringTest } from '#server/testing/server-process';
import { makeDirectory } from './desk.ts';
import {
  admin,
  apiEnvironment,
  createPersonBrowsers,
  followSignIn,
  type PersonBrowsers,
  submitForm,
} from './real-desk.ts';

/** Two bff processes behind a balancer, and APIs behind a second balancer. */
export type BffReplicas = {
  bffs: Balancer;
  /** Stops a bff process and starts a new process. */
  replaceBff(signal: NodeJS.Signals): Promise<void>;
  startApi(): Promise<ServerProcess>;
  /** Signs the administrator in with several browsers. */
  signIn(browsers: number): Promise<PersonBrowsers[]>;
  rotateSessionKeys(): Promise<void>;
};

/** Starts the bffs without an API. Access tokens live for a minute, so that every request renews them. */
export async function startBffReplicas(t: TestContext): Promise<BffReplicas> {
  const directory = makeDirectory(t);
  const [bffs, apis] = [await startBalancer(), await startBalancer()];
  for (const balancer of [bffs, apis]) t.after(balancer.stop);
  const apiSettings = {
    ...apiEnvironment(bffs.url, join(directory, 'api')),
    API_PUBLIC_URL: apis.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const lifetimes = ['--access-token', '60s', '--refresh-grace', '60s'];
  const args = ['clients', 'add', 'Short', '--redirect-uri', `${bffs.url}/auth`, ...lifetimes, '--json'];
  const client = JSON.parse((await runToExit('api/desk.ts', apiSettings, args)).stdout);
  const bffSettings = {
    PUBLIC_URL: bffs.url,
    API_PUBLIC_URL: apis.url,
    OAUTH_CLIENT_ID: client.client_id,
    OAUTH_CLIENT_SECRET: client.client_secret,
    DATA_DIR: join(directory, 'bff'),
    HOST: '127.0.0.1',
    PORT: '0',
  };

  const running: ServerProcess[] = [];
  async function startBff(): Promise<void> {
    const bff = await startServerDuringTest(t, 'bff/main.ts', bffSettings);
    running.push(bff);
    bffs.ports.add(bff.port);
  }
  await Promise.all([startBff(), startBff()]);

  async function signInOnce(person: PersonBrowsers): Promise<void> {
    let next = await followSignIn(person, '/login');
    if ('form' in next) next = await submitForm(person, next.form, admin);
    if ('form' in next) next = await submitForm(person, next.form, { decision: 'allow' });
    if ('callback' in next) await person.desk.navigate(next.callback, 'cross-site');
  }

  return {
    bffs,
    async replaceBff(signal) {
      const old = running.shift();
      await old?.stop(signal);
      bffs.ports.delete(old?.port ?? 0);
      await startBff();
    },
    async startApi() {
      const api = await startServerDuringTest(t, 'api/main.ts', apiSettings);
      apis.ports.add(api.port);
      return api;
    },
    async signIn(browsers) {
      const people = Array.from({ length: browsers }, () => createPersonBrowsers(bffs.url, apis.url));
      for (const [n, person] of people.entries()) {
        // Copies the API session, because verifying a password is slow.
        for (const [name, cookie] of people[n - 1]?.api.cookies ?? []) person.api.cookies.set(name, cookie);
        await signInOnce(person);
      }
      return people;
    },
    async rotateSessionKeys() {
      const { code, stderr } = await runToExit('bff/sessions/session-keys-command.ts', bffSettings, ['rotate']);
      if (code !== 0) throw new Error(stderr);
    },
  };
}
