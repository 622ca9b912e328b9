import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { type DeskCluster, startDeskCluster } from './cluster.ts';
import { type ClusterAgent, createApiSender, type SendRequest, signInToCluster } from './cluster-client.ts';
import { listAllIds, runAgentWork } from './cluster-workload.ts';
import { exhaustRateLimit } from './exhaust-rate-limit.ts';
import { administrator } from './people.ts';

const perMinute = 250;
const rounds = 5;
const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
/** Eve loses access, Finn exhausts the rate limit. */
const otherNames = ['Eve', 'Finn'];

const createPerson = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@stardesk.local`,
  password: administrator.password,
});

describe('two api and two bff processes on one PostgreSQL, each pair behind a balancer', () => {
  let cluster: DeskCluster;
  let agents: ClusterAgent[] = [];

  const createToken = (email: string, scopes: string): Promise<string> =>
    cluster.runDesk('tokens', 'create', '--person', email, '--scope', scopes);

  before(async () => {
    cluster = await startDeskCluster({ RATE_LIMIT_PER_MINUTE: String(perMinute), SAMPLE_DATA: 'off' });
    const send = createApiSender(cluster.api.url, await createToken(administrator.email, 'people:write'));
    const add = (name: string) => send('POST', '/people', { ...createPerson(name), role: 'agent' });
    for (const { status } of await Promise.all([...names, ...otherNames].map(add))) assert.equal(status, 201);
    agents = await Promise.all(names.map(name => signInToCluster(cluster.bff.url, createPerson(name))));
  });
  after(async () => {
    await Promise.all(agents.map(({ dispose }) => dispose()));
    await cluster.stop();
  });

  /** Returns a client of each api process, for the same person. */
  async function createApiClients(): Promise<[SendRequest, SendRequest]> {
    const token = await createToken(createPerson('Ana').email, 'tickets:read tickets:write messages:write');
    const [first, second] = cluster.processes.api.map(url => createApiSender(url, token));
    assert.ok(first && second);
    return [first, second];
  }

  it('share idempotency keys, versions and the search index under load', async () => {
    await Promise.all(
      agents.map(async (agent, index) => {
        for (let round = 0; round < rounds; round++) await runAgentWork(agent, names[index] ?? '', round);
      }),
    );
    for (const { requestCounts } of [cluster.api, cluster.bff]) {
      const [min = 0, max = 0] = [...requestCounts.values()].sort((left, right) => left - right);
      assert.ok(requestCounts.size === 2 && min > max * 0.9, JSON.stringify([...requestCounts]));
    }
  });

  it('find changes that the other process stored, and not the old text', async () => {
    const [first, second] = await createApiClients();
    for (const [writer, reader] of [
      [first, second],
      [second, first],
    ] as const) {
      const find = async (q: string) => (await reader<Ticket[]>('GET', `/tickets?q=${q}`)).body.map(({ id }) => id);
      const [before, now, said] = Array.from({ length: 3 }, () => `w${randomUUID().slice(0, 8)}`);
      const { id } = (await writer<Ticket>('POST', '/tickets', { subject: `Of ${before}` })).body;
      assert.deepEqual(await find(`${before}`), [id]);
      await writer('PATCH', `/tickets/${id}`, { subject: `Of ${now}` });
      assert.deepEqual([await find(`${before}`), await find(`${now}`)], [[], [id]]);
      await writer('POST', `/tickets/${id}/messages`, { body: `They said ${said}` });
      assert.deepEqual(await find(`${said}`), [id]);
      await writer('DELETE', `/tickets/${id}`);
      assert.deepEqual([await find(`${now}`), await find(`${said}`)], [[], []]);
    }
  });

  it('list every unchanged ticket exactly once while other clients write', async () => {
    const [first, second, ...writers] = agents;
    assert.ok(first && second);
    const stay = await listAllIds(first.send, '/tickets?tag=cluster&per_page=100');
    let isOver = false;
    const write = async ({ send }: ClusterAgent, which: number) => {
      for (let n = 0; n < 10; n++) {
        const { id } = (await send<Ticket>('POST', '/tickets', { subject: 'Meanwhile', tags: ['cluster'] })).body;
        const change = { customer_name: `Ada ${n}` };
        assert.equal((await send('PATCH', `/tickets/${stay[2 * n + which]}`, change)).status, 200);
        if (n % 2 === 0) assert.equal((await send('DELETE', `/tickets/${id}`)).status, 204);
      }
    };
    const readIds = async ({ send }: ClusterAgent, sort: string) => {
      for (let last = isOver; ; last = isOver) {
        const ids = await listAllIds(send, `/tickets?tag=cluster&sort=${sort}&per_page=10`);
        assert.equal(new Set(ids).size, ids.length, 'no duplicates');
        const stayed = ids.filter(id => stay.includes(id));
        assert.deepEqual(stayed, sort === '-created_at' ? stay : stay.toReversed());
        if (last) return ids.length;
      }
    };
    const writing = Promise.all(writers.map(write)).finally(() => {
      isOver = true;
    });
    const [lengths] = await Promise.all([
      Promise.all([readIds(first, '-created_at'), readIds(second, 'created_at')]),
      writing,
    ]);
    assert.deepEqual(lengths, Array(2).fill(stay.length + 10));
  });

  it('store one star per person, however often it is set concurrently', async () => {
    const starred = async ({ send }: ClusterAgent, tag = '') => {
      const response = await send<Gist[]>('GET', '/gists/starred?count=true', undefined, { 'If-None-Match': tag });
      return { ...response, count: Number(response.headers['x-total-count']) };
    };
    const files = { 'a.txt': { content: 'shared' } };
    const gist = await agents[0]?.send<Gist>('POST', '/gists', { public: true, files });
    const star = `/gists/${gist?.body.id}/star`;
    const tags = (await Promise.all(agents.map(agent => starred(agent)))).map(({ headers }) => headers['etag']);
    const setting = agents.flatMap(({ send }) => Array.from({ length: 6 }, () => send('PUT', star)));
    assert.deepEqual([...new Set((await Promise.all(setting)).map(({ status }) => status))], [204]);
    assert.equal((await agents[1]?.send('DELETE', star))?.status, 204);
    const lists = await Promise.all(agents.map((agent, index) => starred(agent, tags[index])));
    assert.deepEqual(
      lists.map(({ status, body, count }) => [status, body.length, count]),
      [1, 0, 1, 1].map(count => [200, count, count]),
    );
  });

  it('log a request under one id, from the bff to a failed statement', async () => {
    const send = (id: string) => agents[0]?.send('GET', '/tickets?sort=closed_at', undefined, { 'X-Request-Id': id });
    assert.equal((await send('a-request-of-ana'))?.status, 200);
    await cluster.runSql('alter table tickets rename to away');
    assert.equal((await send('another-one-of-ana'))?.status, 500);
    await cluster.runSql('alter table away rename to tickets');
    await cluster.waitForLog('a-request-of-ana', ['api: request completed', 'bff: request completed']);
    await cluster.waitForLog('another-one-of-ana', ['api: SQL statement failed', 'bff: request failed']);
  });

  it('end a session at both bffs after a sign-out or by an administrator', async () => {
    for (const end of [
      (agent: ClusterAgent) => agent.signOut(),
      () => cluster.runDesk('people', 'disable', createPerson('Eve').email),
    ]) {
      const eve = await signInToCluster(cluster.bff.url, createPerson('Eve'));
      const copies = await Promise.all(cluster.processes.bff.map(eve.copyAt));
      const [firstCopy] = copies;
      assert.ok(firstCopy);
      const check = (each: ClusterAgent) => Promise.all([each.send('GET', '/tickets?per_page=1'), each.isSignedIn()]);
      for (const [{ status }, isSignedIn] of await Promise.all(copies.map(check)))
        assert.deepEqual([status, isSignedIn], [200, true]);
      // Signs out with a separate copy: the checked copies must keep their cookies.
      const leaving = await firstCopy.copyAt(cluster.bff.url);
      await end(leaving);
      for (const [{ status }, isSignedIn] of await Promise.all(copies.map(check)))
        assert.deepEqual([status, isSignedIn], [401, false]);
      await Promise.all([eve, leaving, ...copies].map(({ dispose }) => dispose()));
    }
  });

  it('share a person’s rate limit, through the bffs and at the API', async () => {
    const finn = await signInToCluster(cluster.bff.url, createPerson('Finn'));
    const program = createApiSender(cluster.api.url, await createToken(createPerson('Finn').email, 'tickets:read'));
    for (const send of [finn.send, program]) {
      const { remainingRequests, responses } = await exhaustRateLimit(send, perMinute);
      const admitted = responses.filter(({ status }) => status === 200).map(({ remaining }) => remaining);
      const rejected = responses.filter(({ status }) => status === 429);
      // The count decreases by one per request in any process.
      assert.deepEqual(
        admitted.sort((left, right) => left - right),
        Array.from({ length: remainingRequests }, (_, left) => left),
      );
      assert.equal(admitted.length + rejected.length, responses.length);
      for (const { remaining, reset, retryAfter } of rejected) assert.deepEqual([remaining, retryAfter], [0, reset]);
    }
    await finn.dispose();
  });

  it('leave a consistent store', async () => {
    const { findings } = JSON.parse(await cluster.runDesk('check', '--json'));
    assert.deepEqual(findings, []);
  });
});
