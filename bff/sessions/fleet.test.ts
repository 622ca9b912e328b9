import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBrowser } from '../testing/browser.ts';
import { startFleet } from '../testing/fleet.ts';
import type { Person } from '../testing/real-desk.ts';
import type { ServerProcess } from '../testing/server-process.ts';

/** What people saw while `work` went on, and right after: how often each status, and how many cookies each of them was given. */
async function workMeanwhile(people: Person[], work: () => Promise<void>) {
  const statuses = new Map<number, number>();
  let isOver = false;

  async function ask({ desk }: Person, path: string, etag: string | undefined): Promise<string | undefined> {
    const answer = await desk.call(path, { headers: etag ? { 'if-none-match': etag } : {} });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer.headers.etag;
  }

  async function use(person: Person): Promise<number> {
    const [paths, cookies] = [['/api/tickets?per_page=1', '/api/gists?per_page=1', '/session'], new Set<string>()];
    let etags: (string | undefined)[] = [];
    for (let roundsAfter = 0; roundsAfter < 3; roundsAfter += isOver ? 1 : 0) {
      etags = await Promise.all(paths.map((path, n) => ask(person, path, etags[n])));
      for (const { value } of person.desk.cookies.values()) cookies.add(value);
    }
    return cookies.size;
  }

  const using = people.map(use);
  await work().finally(() => {
    isOver = true;
  });
  return { statuses, renewals: await Promise.all(using) };
}

/** Whether all of them are signed in, by what /session says. */
async function areSignedIn(people: Person[]): Promise<boolean> {
  const answers = await Promise.all(people.map(({ desk }) => desk.call('/session')));
  return answers.every(({ text }) => JSON.parse(text).signed_in);
}

it('two bff processes behind one address', async t => {
  const fleet = await startFleet(t);
  const visitor = createBrowser(fleet.bffs.url);
  let people: Person[] = [];
  let api: ServerProcess | undefined;

  await t.test('start before the API, and let people sign in as soon as it is there', async () => {
    assert.equal((await visitor.send('/readyz')).status, 503);
    assert.equal((await visitor.navigate('/login')).status, 503);
    api = await fleet.startApi();
    assert.equal((await visitor.send('/readyz')).status, 200);
    people = await fleet.signIn(3);
    assert.ok(await areSignedIn(people));
  });

  await t.test('sign nobody out while tokens and session keys rotate and both of them are replaced', async () => {
    const { statuses, renewals } = await workMeanwhile(people, async () => {
      await fleet.replaceBff('SIGKILL');
      await fleet.rotateSessionKeys();
      await fleet.replaceBff('SIGTERM'); // the new one knows no other time than after the rotation
    });
    assert.deepEqual([...statuses.keys()].sort(), [200, 304], 'whoever asks is answered as if nothing happened');
    for (const renewed of renewals) assert.ok(renewed > 4, `${renewed} renewals`);
    assert.ok(await areSignedIn(people));
  });

  await t.test('sign nobody out while the API is away: 503 until it is back', async () => {
    const { statuses } = await workMeanwhile(people, async () => {
      await api?.end('SIGKILL');
      assert.equal((await people[0]?.desk.call('/api/tickets'))?.status, 503);
      await fleet.startApi();
    });
    assert.ok(statuses.has(503));
    for (const status of statuses.keys()) assert.ok([200, 304, 502, 503].includes(status), String(status));
    assert.ok(await areSignedIn(people));
  });
});
