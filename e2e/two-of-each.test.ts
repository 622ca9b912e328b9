import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Gist, Ticket } from '#contract';
import { type Fleet, startFleet } from './fleet.ts';
import { administrator, type Person } from './people.ts';
import { signInUnseen } from './sign-in-unseen.ts';

const perMinute = 250;
const rounds = 5;
const names = ['Ana', 'Ben', 'Cleo', 'Dan'];

/** What the bff asks of whoever is no page of the desk. */
const own = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

/** Somebody signed in, and what they ask of the desk. */
type Agent = {
  ask<Body>(method: string, path: string, data?: object, headers?: object): Promise<{ status: number; body: Body }>;
  requests: APIRequestContext;
};

async function signIn(url: string, person: Person): Promise<Agent> {
  const requests = await request.newContext({ baseURL: url });
  await signInUnseen(requests, person);
  return {
    requests,
    async ask(method, path, data, headers) {
      const answer = await requests.fetch(`/api${path}`, { method, data, headers: { ...own, ...headers } });
      const text = await answer.text();
      return { status: answer.status(), body: text === '' ? null : JSON.parse(text) };
    },
  };
}

describe('two api and two bff processes on one PostgreSQL, each pair behind one address', () => {
  let fleet: Fleet;
  let agents: Agent[] = [];

  before(async () => {
    fleet = await startFleet({ RATE_LIMIT_PER_MINUTE: String(perMinute), SAMPLE_DATA: 'off' });
    const { password } = administrator;
    const people = names.map(name => ({ name, email: `${name.toLowerCase()}@stardesk.local`, password }));
    const token = await fleet.runDesk('tokens', 'create', '--person', administrator.email, '--scope', 'people:write');
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const add = (person: Person) =>
      fetch(`${fleet.api.url}/v1/people`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...person, role: 'agent' }),
      });
    for (const { status } of await Promise.all(people.map(add))) assert.equal(status, 201);
    agents = await Promise.all(people.map(person => signIn(fleet.bff.url, person)));
  });
  after(async () => {
    for (const { requests } of agents) await requests.dispose();
    await fleet.stop();
  });

  /** Makes a ticket, twice at once with one key, answers it, finds it, and sees it change. */
  async function work({ ask }: Agent, name: string, round: number): Promise<void> {
    const word = `${name}${round}x${randomUUID().slice(0, 8)}`;
    const key = { 'Idempotency-Key': randomUUID() };
    const create = async () => {
      for (;;) {
        const made = await ask<Ticket>('POST', '/tickets', { subject: `Of ${word}`, tags: ['fleet'] }, key);
        // The same is under way at the other process.
        if (made.status !== 409) return made;
      }
    };
    const [one, other] = await Promise.all([create(), create()]);
    assert.deepEqual([one.status, other.status, one.body.id], [201, 201, other.body.id]);
    const { id, version } = one.body;
    const condition = { 'If-Match': `"${version}"` };
    const raised = await ask<Ticket>('PATCH', `/tickets/${id}`, { priority: 'high' }, condition);
    assert.deepEqual([raised.status, raised.body?.priority], [200, 'high']);
    assert.equal((await ask('PATCH', `/tickets/${id}`, { priority: 'low' }, condition)).status, 412);
    const body = `It was mended, ${word.toUpperCase()}answer.`;
    assert.equal((await ask('POST', `/tickets/${id}/messages`, { body })).status, 201);
    for (const q of [word, `${word}answer`]) {
      const found = await ask<Ticket[]>('GET', `/tickets?q=${q}`);
      assert.deepEqual(
        found.body.map(ticket => ticket.id),
        [id],
      );
    }
  }

  it('keep idempotency keys, conditions and the search for all, under load', async () => {
    await Promise.all(
      agents.map(async (agent, index) => {
        for (let round = 0; round < rounds; round++) await work(agent, names[index] ?? '', round);
      }),
    );
    for (const { handed } of [fleet.api, fleet.bff]) {
      const [fewest = 0, most = 0] = [...handed.values()].sort((left, right) => left - right);
      assert.ok(handed.size === 2 && fewest > most * 0.9, JSON.stringify([...handed]));
    }
  });

  it('walk along each other’s cursors past every ticket once', async () => {
    const walks = agents.map(async ({ ask, requests }) => {
      const ids: string[] = [];
      let path: string | undefined = '/tickets?tag=fleet&per_page=5';
      while (path !== undefined) {
        const answer: APIResponse = await requests.get(`/api${path}`, { headers: own });
        ids.push(...((await answer.json()) as Ticket[]).map(({ id }) => id));
        path = /<[^>]*\/api([^>]*)>; rel="next"/.exec(answer.headers()['link'] ?? '')?.[1];
      }
      return { ids, count: (await ask<Ticket[]>('GET', '/tickets?tag=fleet&per_page=100')).body.length };
    });
    for (const { ids, count } of await Promise.all(walks)) {
      assert.deepEqual([ids.length, new Set(ids).size, count], Array(3).fill(rounds * names.length));
    }
  });

  it('keep a star for each person, however often it is set at once', async () => {
    const files = { 'a.txt': { content: 'shared' } };
    const gist = await agents[0]?.ask<Gist>('POST', '/gists', { public: true, files });
    const star = `/gists/${gist?.body.id}/star`;
    const starred = agents.flatMap(({ ask }) => Array.from({ length: 6 }, () => ask('PUT', star)));
    assert.deepEqual([...new Set((await Promise.all(starred)).map(({ status }) => status))], [204]);
    assert.equal((await agents[1]?.ask('DELETE', star))?.status, 204);
    const lists = await Promise.all(agents.map(({ ask }) => ask<Gist[]>('GET', '/gists/starred')));
    assert.deepEqual(
      lists.map(({ body }) => body.length),
      [1, 0, 1, 1],
    );
  });

  it('renew every session once its token has expired, whichever bff is asked', async () => {
    for (let time = 0; time < 2; time++) {
      await fleet.expireAccess();
      const asked = agents.flatMap(({ ask }) => Array.from({ length: 15 }, () => ask('GET', '/tickets?per_page=1')));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      assert.deepEqual([...new Set(statuses)], [200]);
    }
  });

  it('share a person’s limit', async () => {
    const [email] = names.map(name => `${name.toLowerCase()}@stardesk.local`);
    const token = await fleet.runDesk('tokens', 'create', '--person', email ?? '', '--scope', 'tickets:read');
    const ask = async () => {
      const answer = await fetch(`${fleet.api.url}/v1/tickets?per_page=1`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const statuses: number[] = [];
    while (statuses.length < perMinute + 100) statuses.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
    const count = (wanted: number) => statuses.filter(status => status === wanted).length;
    assert.deepEqual([count(200), count(429)], [perMinute, statuses.length - perMinute]);
  });

  it('leave a store in which all is as it should be', async () => {
    const { findings } = JSON.parse(await fleet.runDesk('check', '--json'));
    assert.deepEqual(findings, []);
  });
});
