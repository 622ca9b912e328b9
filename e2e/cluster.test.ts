import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Gist, Ticket } from '#contract';
import { type DeskCluster, startDeskCluster } from './cluster.ts';
import { type ClusterAgent, signInToCluster } from './cluster-client.ts';
import { administrator } from './people.ts';

const rounds = 5;
const names = ['Ana', 'Ben', 'Cleo', 'Dan'];
/** The agent who loses access. */
const dismissed = 'Eve';

const createPerson = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@stardesk.local`,
  password: administrator.password,
});

/** Creates a ticket twice with one idempotency key. Updates, answers and finds the ticket. Stars a gist twice. */
async function work({ send }: ClusterAgent, gistId: string): Promise<void> {
  const word = `w${randomUUID().slice(0, 8)}`;
  const key = { 'Idempotency-Key': randomUUID() };
  const create = async () => {
    for (;;) {
      const created = await send<Ticket>('POST', '/tickets', { subject: `Of ${word}` }, key);
      // 409: the other process is handling the same key.
      if (created.status !== 409) return created;
    }
  };
  const [first, second] = await Promise.all([create(), create()]);
  assert.deepEqual([first.status, second.status, first.body.id], [201, 201, second.body.id]);
  const { id, version } = first.body;
  const condition = { 'If-Match': `"${version}"` };
  const raised = await send<Ticket>('PATCH', `/tickets/${id}`, { priority: 'high' }, condition);
  assert.deepEqual([raised.status, raised.body?.priority], [200, 'high']);
  assert.equal((await send('PATCH', `/tickets/${id}`, { priority: 'low' }, condition)).status, 412);
  const body = `It was fixed, ${word.toUpperCase()}answer.`;
  assert.equal((await send('POST', `/tickets/${id}/messages`, { body })).status, 201);
  for (const q of [word, `${word}answer`]) {
    const found = (await send<Ticket[]>('GET', `/tickets?q=${q}`)).body.map(ticket => ticket.id);
    assert.deepEqual(found, [id]);
  }
  const star = () => send('PUT', `/gists/${gistId}/star`);
  assert.deepEqual(
    (await Promise.all([star(), star()])).map(({ status }) => status),
    [204, 204],
  );
}

describe('two api and two bff processes on one PostgreSQL server, each pair behind a balancer', () => {
  let cluster: DeskCluster;
  let agents: ClusterAgent[] = [];

  before(async () => {
    cluster = await startDeskCluster();
    for (const { name, email, password } of [...names, dismissed].map(createPerson))
      await cluster.runDesk('people', 'add', email, '--role', 'agent', '--name', name, '--password', password);
    agents = await Promise.all(names.map(name => signInToCluster(cluster.bff.url, createPerson(name))));
  });
  after(async () => {
    await Promise.all(agents.map(({ dispose }) => dispose()));
    await cluster.stop();
  });

  it('share idempotency keys, versions, stars and the search index under load', async () => {
    const files = { 'a.txt': { content: 'shared' } };
    const gist = await agents[0]?.send<Gist>('POST', '/gists', { public: true, files });
    await Promise.all(
      agents.map(async agent => {
        for (let round = 0; round < rounds; round++) await work(agent, `${gist?.body.id}`);
      }),
    );
    for (const { requestCounts } of [cluster.api, cluster.bff]) {
      const [min = 0, max = 0] = [...requestCounts.values()].sort((left, right) => left - right);
      assert.ok(requestCounts.size === 2 && min > max * 0.9, JSON.stringify([...requestCounts]));
    }
  });

  it('log a request under one id, from the bff to a failed statement', async () => {
    const send = (id: string) => agents[0]?.send('GET', '/tickets?sort=closed_at', undefined, { 'X-Request-Id': id });
    assert.equal((await send('a-request-of-ana'))?.status, 200);
    await cluster.runSql('alter table tickets rename to tickets_renamed');
    assert.equal((await send('another-one-of-ana'))?.status, 500);
    await cluster.runSql('alter table tickets_renamed rename to tickets');
    await cluster.waitForLog('a-request-of-ana', ['api: request completed', 'bff: request completed']);
    await cluster.waitForLog('another-one-of-ana', ['api: SQL statement failed', 'bff: request failed']);
  });

  it('end a session in both bffs after a sign-out or after an administrator disables the person', async () => {
    for (const endSession of [
      (agent: ClusterAgent) => agent.signOut(),
      () => cluster.runDesk('people', 'disable', createPerson(dismissed).email),
    ]) {
      const agent = await signInToCluster(cluster.bff.url, createPerson(dismissed));
      const copies = await Promise.all([...cluster.bff.ports].map(port => agent.copyAt(`http://localhost:${port}`)));
      const check = (each: ClusterAgent) => Promise.all([each.send('GET', '/tickets?per_page=1'), each.isSignedIn()]);
      for (const [{ status }, isSignedIn] of await Promise.all(copies.map(check)))
        assert.deepEqual([status, isSignedIn], [200, true]);
      // Ends the original session, since a copy that signs out would lose its cookie.
      await endSession(agent);
      for (const [{ status }, isSignedIn] of await Promise.all(copies.map(check)))
        assert.deepEqual([status, isSignedIn], [401, false]);
      await Promise.all([agent, ...copies].map(({ dispose }) => dispose()));
    }
  });

  it('keep agents signed in and their requests successful while each process restarts', async () => {
    let isRestarted = false;
    const restarting = cluster.restartEach().finally(() => {
      isRestarted = true;
    });
    const sendUntilRestarted = async ({ send, isSignedIn }: ClusterAgent) => {
      for (let last = false; !last; ) {
        last = isRestarted;
        assert.deepEqual([(await send('GET', '/tickets?per_page=1')).status, await isSignedIn()], [200, true]);
      }
    };
    await Promise.all([restarting, ...agents.map(sendUntilRestarted)]);
  });

  it('leave a consistent store', async () => {
    const { findings } = JSON.parse(await cluster.runDesk('check', '--json'));
    assert.deepEqual(findings, []);
  });
});
