import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ServerProcess } from '#server/testing/server-process';
import { createCookieBrowser } from '../testing/browser.ts';
import type { PersonBrowsers } from '../testing/real-desk.ts';
import { startBffReplicas } from '../testing/replicas.ts';

/** Sends requests during `work` and shortly after; counts the statuses, and the cookies of each person. */
async function sendRequestsDuring(people: PersonBrowsers[], work: () => Promise<void>) {
  const statuses = new Map<number, number>();
  let isOver = false;

  async function send({ desk }: PersonBrowsers, path: string, etag: string | undefined): Promise<string | undefined> {
    const response = await desk.call(path, { headers: etag ? { 'if-none-match': etag } : {} });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response.headers.etag;
  }

  async function sendRounds(person: PersonBrowsers): Promise<number> {
    const [paths, cookies] = [['/api/tickets?per_page=1', '/api/gists?per_page=1', '/session'], new Set<string>()];
    let etags: (string | undefined)[] = [];
    for (let roundsAfter = 0; roundsAfter < 3; roundsAfter += isOver ? 1 : 0) {
      etags = await Promise.all(paths.map((path, n) => send(person, path, etags[n])));
      for (const { value } of person.desk.cookies.values()) cookies.add(value);
    }
    return cookies.size;
  }

  const sending = people.map(sendRounds);
  await work().finally(() => {
    isOver = true;
  });
  return { statuses, renewals: await Promise.all(sending) };
}

/** Returns whether everyone is signed in, once both bffs reach the API. */
async function areSignedIn(people: PersonBrowsers[]): Promise<boolean> {
  for (;;) {
    const responses = await Promise.all(people.map(({ desk }) => desk.call('/session')));
    if (responses.every(({ status }) => status === 200))
      return responses.every(({ text }) => JSON.parse(text).signed_in);
  }
}

it('two bff processes behind one balancer', async t => {
  const replicas = await startBffReplicas(t);
  const visitor = createCookieBrowser(replicas.bffs.url);
  let people: PersonBrowsers[] = [];
  let api: ServerProcess | undefined;

  await t.test('start before the API and allow sign-ins as soon as it is available', async () => {
    assert.equal((await visitor.send('/readyz')).status, 503);
    assert.equal((await visitor.navigate('/login')).status, 503);
    api = await replicas.startApi();
    assert.equal((await visitor.send('/readyz')).status, 200);
    people = await replicas.signIn(3);
    assert.ok(await areSignedIn(people));
  });

  await t.test('keep everyone signed in while tokens and keys rotate and both processes are replaced', async () => {
    const { statuses, renewals } = await sendRequestsDuring(people, async () => {
      await replicas.replaceBff('SIGKILL');
      await replicas.rotateSessionKeys();
      await replicas.replaceBff('SIGTERM'); // the new process has only seen the rotated keys
    });
    assert.deepEqual([...statuses.keys()].sort(), [200, 304], 'all requests succeed');
    for (const renewed of renewals) assert.ok(renewed > 4, `${renewed} renewals`);
    assert.ok(await areSignedIn(people));
  });

  await t.test('keep everyone signed in while the API is unavailable, with 503 until it is back', async () => {
    const { statuses } = await sendRequestsDuring(people, async () => {
      await api?.stop('SIGKILL');
      assert.equal((await people[0]?.desk.call('/api/tickets'))?.status, 503);
      await replicas.startApi();
    });
    assert.ok(statuses.has(503));
    for (const status of statuses.keys()) assert.ok([200, 304, 502, 503].includes(status), String(status));
    assert.ok(await areSignedIn(people));
  });
});
