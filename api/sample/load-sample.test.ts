import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { priorities, roles, states } from '#contract/enums';
import { gistFields } from '#contract/gists';
import { personFields } from '#contract/people';
import { decodeEnum } from '../database/column-encoding.ts';
import type { Database } from '../database/database.ts';
import { forEachEngine } from '../testing/engines.ts';
import { countTableRows, expectConsistent } from '../testing/expect-consistent.ts';
import { loadSample } from './load-sample.ts';

const now = Date.UTC(2026, 10, 20, 10, 12);

describe('the sample desk', () => {
  forEachEngine(database => {
    before(() => loadSample(database(), now));

    it('respects the limits of the contract and stores correct derived columns', () => expectConsistent(database()));

    it('contains people, gists, notes, and tickets of every state and priority with up to 9 messages each', async () => {
      equal(await countTableRows(database(), 'people'), 3);
      equal(await countTableRows(database(), 'gists'), 13);
      const tickets = await database().read.selectFrom('tickets').selectAll().execute();
      ok(tickets.length >= 64);
      equal(new Set(tickets.map(({ state }) => state)).size, states.length);
      equal(new Set(tickets.map(({ priority }) => priority)).size, priorities.length);
      equal(new Set(tickets.map(({ awaiting_reply }) => awaiting_reply)).size, 2);
      ok(tickets.some(({ assignee_id }) => assignee_id === null));
      deepEqual([...new Set(tickets.map(({ messages_count }) => messages_count))].sort(), [0, 1, 2, 3, 4, 5, 6, 8, 9]);
      const notes = await database().read.selectFrom('messages').select('n').where('type', '=', 1).execute();
      ok(notes.length >= 20);
    });

    it('contains agents without a password', async () => {
      const people = await database().read.selectFrom('people').selectAll().execute();
      for (const { name, email, role, disabled, password_hash } of people) {
        z.strictObject(personFields).parse({ name, email, role: decodeEnum(roles, role), disabled: disabled === 1 });
        equal(password_hash, null);
      }
    });

    it('contains valid gists with search words, including a private gist', async () => {
      const gists = await database().read.selectFrom('gists').selectAll().execute();
      for (const gist of gists) {
        const files = await getFiles(database(), gist.n);
        z.strictObject(gistFields).parse({ description: gist.description, public: gist.public === 1, files });
        notEqual(gist.words, '');
      }
      equal(gists.filter(gist => gist.public === 0).length, 1);
      equal(await countStarsOnPrivateGistsOfOthers(database()), 0);
    });

    it('contains a chronological change log with a creation event for every ticket, message and gist', async () => {
      const log = await database().read.selectFrom('events').selectAll().orderBy('n').execute();
      const times = log.map(({ created_at }) => created_at);
      deepEqual(
        times,
        times.toSorted((left, right) => left - right),
      );
      ok((times.at(-1) ?? Number.POSITIVE_INFINITY) <= now);
      const countEvents = (type: string) => log.filter(event => event.type === type).length;
      equal(countEvents('ticket.created'), await countTableRows(database(), 'tickets'));
      equal(countEvents('message.created'), await countTableRows(database(), 'messages'));
      equal(countEvents('gist.created'), await countTableRows(database(), 'gists'));
      equal(log.filter(event => event.private_to !== null).length, 1);
    });

    it('is not loaded, and changes no counter, if a ticket number is taken', async () => {
      const before = await database().read.selectFrom('counters').selectAll().orderBy('name').execute();
      await rejects(loadSample(database(), now));
      deepEqual(await database().read.selectFrom('counters').selectAll().orderBy('name').execute(), before);
    });
  });
});

async function getFiles({ read }: Database, n: number): Promise<Record<string, { content: string }>> {
  const files = await read.selectFrom('gist_files').selectAll().where('gist_n', '=', n).execute();
  return Object.fromEntries(files.map(({ name, content }) => [name, { content }]));
}

async function countStarsOnPrivateGistsOfOthers({ read }: Database): Promise<number> {
  const stars = read.selectFrom('stars').innerJoin('gists', 'gists.n', 'stars.gist_n').select('gists.n');
  return (await stars.where('public', '=', 0).whereRef('owner_id', '!=', 'person_id').execute()).length;
}
