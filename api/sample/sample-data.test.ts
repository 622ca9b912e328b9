import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Event, Gist, Mailbox, Message, Person, SampleData, ScriptToken, Ticket } from '#contract';
import { checks } from '../check/checks.ts';
import { runChecks } from '../check/run-checks.ts';
import { createLog } from '../log.ts';
import { forEachApi } from '../testing/api.ts';
import { linkIdentity } from '../testing/link-identity.ts';
import { runDeskInProcess } from '../testing/run-desk.ts';
import { loadSample } from './load-sample.ts';

const none: SampleData = { tickets: 0, gists: 0, people: 0, in_use: 0, removal: null };

forEachApi(api => {
  const read = async () => (await api().call<SampleData>('GET', '/v1/sample_data', { as: 'admin' })).body;
  const remove = () => api().call('DELETE', '/v1/sample_data', { as: 'admin' });
  const findPerson = async (name: string) =>
    (await api().call<Person[]>('GET', '/v1/people', { as: 'admin' })).body.find(person => person.name === name);
  const getStatus = async (path: string) => (await api().call('GET', path)).status;
  let answered: Message;
  let ownTicket: Ticket;
  let ownGist: Gist;
  let starred: Gist;

  describe('sample data', () => {
    before(async () => {
      const { call, database, clock, secrets, files } = api();
      const jonas = { name: 'Jonas of this desk', email: 'jonas@stardesk.local', role: 'agent' };
      await call<Person>('POST', '/v1/people', { as: 'admin', body: jonas });
      const mailbox = { name: 'Support', address: 'support@desk.example' };
      const { id } = (await call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body: mailbox })).body;
      await loadSample(database, clock.now(), { id, secrets, files });
    });

    it('200 counts the tickets, the gists, and the people that the sample data added', async () => {
      const tickets = await api().database.read.selectFrom('tickets').select('id').execute();
      assert.deepEqual(await read(), { ...none, tickets: tickets.length, gists: 13, people: 2 });
    });

    it('200 counts separately the items that were changed, answered, watched, starred or linked', async () => {
      const { call } = api();
      const { tickets } = await read();
      answered = (await call<Message>('POST', '/v1/tickets/1042/messages', { body: { body: 'On it.' } })).body;
      await call('PATCH', '/v1/tickets/1041', { body: { priority: 'high' } });
      await call('DELETE', '/v1/tickets/1040');
      await call('PUT', '/v1/tickets/1039/watch', { as: 'viewer' });
      [starred = starred] = (await call<Gist[]>('GET', '/v1/gists')).body;
      await call('PUT', `${starred.url}/star`);
      await linkIdentity(api(), (await findPerson('Mara Okafor'))?.id ?? '');
      ownTicket = (await call<Ticket>('POST', '/v1/tickets', { body: { subject: 'Real' } })).body;
      ownGist = (await call<Gist>('POST', '/v1/gists', { body: { files: { 'a.md': { content: 'A' } } } })).body;
      assert.deepEqual(await read(), { tickets: tickets - 4, gists: 12, people: 1, in_use: 5, removal: null });
    });

    it('200 counts a person with a script token as used', async () => {
      const { people, in_use } = await read();
      await api().createTokenFor('ines@stardesk.local', ['tickets:read']);
      assert.partialDeepStrictEqual(await read(), { people: people - 1, in_use: in_use + 1 });
      const tokens = await api().call<ScriptToken[]>('GET', '/v1/script_tokens', { as: 'admin' });
      const ines = await findPerson('Inês Duarte');
      for (const { url, person_id } of tokens.body)
        if (person_id === ines?.id) await api().call('DELETE', url, { as: 'admin' });
      assert.partialDeepStrictEqual(await read(), { people, in_use });
    });

    it('204 starts one job with visible progress; after the job is discarded, a removal can start again', async () => {
      const { tickets, gists, people } = await read();
      for (let again = 0; again < 2; again++) assert.equal((await remove()).status, 204);
      const total = tickets + gists + people;
      assert.deepEqual((await read()).removal, { done: 0, total });
      const jobs = await api().call<{ url: string }[]>('GET', '/v1/jobs?kind=remove_sample', { as: 'admin' });
      assert.equal(jobs.body.length, 1);
      assert.equal((await api().call('DELETE', jobs.body[0]?.url ?? '', { as: 'admin' })).status, 204);
      assert.equal((await read()).removal, null);
      const args = ['sample', 'remove', '--person', api().people.admin.email];
      const { stdout } = await runDeskInProcess('', args, { env: api().environment });
      assert.match(
        stdout,
        new RegExp(`Removing ${tickets} tickets and 12 gists, and disabling 1 person,.* 5 items .* will stay`),
      );
      assert.deepEqual((await read()).removal, { done: 0, total });
    });

    it('leaves a ticket that changes while the job runs', async () => {
      const { call, handlers, database, people, clock } = api();
      const handler = handlers.find(({ kind }) => kind === 'remove_sample');
      const stopped = new AbortController();
      const payload = { total: 1, person_id: people.admin.id, client_id: null };
      const job = { id: '1', kind: 'remove_sample', key: null, payload, attempt: 1, progress: null } as const;
      const { tickets } = await read();
      const run = handler?.run(job, {
        ...{ database, clock: clock.now, log: createLog('silent'), signal: stopped.signal },
        async setProgress({ done }) {
          if (done === 1) await call('PATCH', '/v1/tickets/1054', { body: { priority: 'low' } });
          if (done === tickets) stopped.abort();
        },
      });
      await assert.rejects(run ?? Promise.resolve(), { name: 'AbortError' });
      assert.equal(await getStatus('/v1/tickets/1054'), 200);
      assert.partialDeepStrictEqual(await read(), { tickets: 0, gists: 12, people: 1, in_use: 6 });
    });

    it('deletes the unused tickets and gists, disables the unused people, and changes nothing else', async () => {
      const { call, database, people } = api();
      assert.ok((await api().runJobs()).includes('remove_sample finished'));
      assert.deepEqual(await read(), none);
      for (const id of ['1043', '1034', '1040']) assert.equal(await getStatus(`/v1/tickets/${id}`), 410);
      for (const { url } of [answered, ownTicket, ownGist, starred]) assert.equal(await getStatus(url), 200);
      const left = (await call<Ticket[]>('GET', '/v1/tickets')).body.map(({ id }) => id).sort();
      assert.deepEqual(left, ['1039', '1041', '1042', '1054', ownTicket.id].sort());
      const disabled = async (name: string) => (await findPerson(name))?.disabled;
      assert.deepEqual(
        [await disabled('Inês Duarte'), await disabled('Mara Okafor'), await disabled('Jonas of this desk')],
        [true, false, false],
      );
      const [event] = (await call<Event[]>('GET', '/v1/events?type=ticket.deleted&per_page=1', { as: 'admin' })).body;
      assert.equal(event?.person_id, people.admin.id);
      assert.equal((await database.read.selectFrom('mails').selectAll().execute()).length, 0);
      assert.deepEqual((await runChecks(database, checks)).findings, []);
    });

    it('204 without sample data; the command reports that the desk has no sample data', async () => {
      assert.equal((await remove()).status, 204);
      assert.equal((await read()).removal, null);
      const args = ['sample', 'remove', '--person', api().people.admin.email];
      const { stdout } = await runDeskInProcess('', args, { env: api().environment });
      assert.equal(stdout, 'This desk has no sample data.\n');
    });
  });
});
