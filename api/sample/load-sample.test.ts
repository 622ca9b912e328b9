import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { gistFields } from '#contract/gists';
import { personFields } from '#contract/people';
import { priorities, roles, states } from '#contract/vocabulary';
import { nextId } from '../database/counters.ts';
import type { Database } from '../database/database.ts';
import { rankOf, wordAt } from '../database/values.ts';
import { forEachEngine } from '../testing/engines.ts';
import { count, expectConsistent } from '../testing/expect-consistent.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('the sample desk', () => {
  forEachEngine(database => {
    before(() => loadSample(database(), now));

    it('holds a believable amount of everything', async () => {
      equal(await count(database(), 'people'), 3);
      equal((await count(database(), 'tickets')) >= 64, true);
      equal((await count(database(), 'messages')) >= 220, true);
      equal((await count(database(), 'gists')) >= 12, true);
    });

    it('keeps every limit of the contract and every derived column', () => expectConsistent(database()));

    it('has tickets of every state and priority, notes, and threads from 0 to 9 messages', async () => {
      const tickets = await database().read.selectFrom('tickets').selectAll().execute();
      equal(new Set(tickets.map(({ state }) => state)).size, states.length);
      equal(new Set(tickets.map(({ priority }) => priority)).size, priorities.length);
      equal(new Set(tickets.map(({ awaiting_reply }) => awaiting_reply)).size, 2);
      equal(
        tickets.some(({ assignee_id }) => assignee_id === null),
        true,
      );
      deepEqual([...new Set(tickets.map(({ messages_count }) => messages_count))].sort(), [0, 1, 2, 3, 4, 5, 6, 8, 9]);
      const notes = await database().read.selectFrom('messages').select('n').where('type', '=', 1).execute();
      equal(notes.length >= 20, true);
    });

    it('gives its agents no password', async () => {
      const people = await database().read.selectFrom('people').selectAll().execute();
      for (const { name, email, role, disabled, password_hash } of people) {
        z.strictObject(personFields).parse({ name, email, role: wordAt(roles, role), disabled: disabled === 1 });
        equal(password_hash, null);
      }
    });

    it('holds gists within the limits, one of them private, each with search words', async () => {
      const gists = await database().read.selectFrom('gists').selectAll().execute();
      for (const gist of gists) {
        const files = await filesOf(database(), gist.n);
        z.strictObject(gistFields).parse({ description: gist.description, public: gist.public === 1, files });
        notEqual(gist.words, '');
      }
      equal(gists.filter(gist => gist.public === 0).length, 1);
      equal(await starsOfOthersPrivateGists(database()), 0);
    });

    it('sorts the inbox by priority as it was laid out', async () => {
      const inbox = await database()
        .read.selectFrom('tickets')
        .select('id')
        .where('state', '=', rankOf(states, 'open'))
        .orderBy('priority', 'desc')
        .orderBy('created_at')
        .execute();
      const laidOut = ['1042', '1039', '1017', '1021', '1024', '1030', '1033', '1035', '1040', '1041', '1043'];
      deepEqual(
        inbox.map(({ id }) => id).filter(id => laidOut.includes(id)),
        laidOut,
      );
    });

    it('lets the next ticket continue after the highest number', async () => {
      const ids = (await database().read.selectFrom('tickets').select('id').execute()).map(({ id }) => Number(id));
      const undone = new Error('undone');
      await rejects(
        database().transaction(async writes => {
          equal(await nextId(writes, 'ticket'), String(Math.max(...ids) + 1));
          throw undone;
        }),
        undone,
      );
    });

    it('has a change log in the order of time, with a line for everything that is there', async () => {
      const log = await database().read.selectFrom('events').selectAll().orderBy('n').execute();
      const times = log.map(({ created_at }) => created_at);
      deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
      equal(times.at(-1) !== undefined && (times.at(-1) ?? 0) <= now, true);
      const logged = (type: string) => log.filter(event => event.type === type).length;
      equal(logged('ticket.created'), await count(database(), 'tickets'));
      equal(logged('message.created'), await count(database(), 'messages'));
      equal(logged('gist.created'), await count(database(), 'gists'));
      const tickets = await database().read.selectFrom('tickets').select(['id', 'version', 'closed_at']).execute();
      for (const { id, version, closed_at } of tickets) {
        const own = log.filter(event => event.kind === 'ticket' && event.resource_id === id);
        equal(own.filter(({ type }) => type === 'ticket.closed').length, closed_at > 0 ? 1 : 0);
        equal(version, log.filter(event => event.ticket_id === id).length, `every version of ticket ${id}`);
      }
      equal(log.filter(event => event.private_to !== null).length, 1);
    });

    it('has tickets that somebody gave their priority and their assignee, each at the version that made', async () => {
      const log = await database().read.selectFrom('events').selectAll().orderBy('n').execute();
      const triages = log.filter(({ type, changes }) => type === 'ticket.updated' && !('state' in JSON.parse(changes)));
      equal(triages.length >= 20, true);
      for (const { n, ticket_id, version, changes } of triages) {
        notEqual(changes, '{}', `triage of ticket ${ticket_id}`);
        equal(version, log.filter(event => event.ticket_id === ticket_id && event.n <= n).length);
      }
    });

    it('changes nothing when its ticket numbers are taken', async () => {
      const before = await database().read.selectFrom('counters').selectAll().orderBy('name').execute();
      await rejects(loadSample(database(), now));
      deepEqual(await database().read.selectFrom('counters').selectAll().orderBy('name').execute(), before);
      equal(await count(database(), 'gists'), 13);
    });
  });
});

async function filesOf({ read }: Database, n: number): Promise<Record<string, { content: string }>> {
  const files = await read.selectFrom('gist_files').selectAll().where('gist_n', '=', n).execute();
  return Object.fromEntries(files.map(({ name, content }) => [name, { content }]));
}

async function starsOfOthersPrivateGists({ read }: Database): Promise<number> {
  const stars = read.selectFrom('stars').innerJoin('gists', 'gists.n', 'stars.gist_n').select('gists.n');
  return (await stars.where('public', '=', 0).whereRef('owner_id', '!=', 'person_id').execute()).length;
}
