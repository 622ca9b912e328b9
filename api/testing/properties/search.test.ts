import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ticket } from '#contract';
import { maxExpansions } from '../../database/vocabulary.ts';
import { forEachApi, type TestApi } from '../api.ts';
import { queriesFor, searchTexts } from '../arbitraries/search-words.ts';
import { anyString } from '../arbitraries/texts.ts';
import { countExpansions, matchesQuery } from './search-rule.ts';

type Thread = Pick<Ticket, 'subject' | 'description' | 'customer_name' | 'customer_email'> & { messages: string[] };

const lines = searchTexts.map(text => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' '));
const texts = searchTexts.map(text => text.replaceAll('\0', ' '));

const threads: fc.Arbitrary<Thread> = fc.record({
  subject: lines,
  description: texts,
  customer_name: fc.option(lines),
  customer_email: fc.option(fc.constantFrom('Zoë.Müller@École.example', 'x@b.example', 'straße@ab.example')),
  messages: fc.array(texts, { maxLength: 2 }),
});

const getTexts = ({ subject, description, customer_name, customer_email, messages }: Thread): string[] => [
  ...[subject, description, customer_name ?? '', customer_email ?? ''],
  ...messages,
];

/** A few threads, and queries for them. */
const desks = fc.array(threads, { minLength: 1, maxLength: 3 }).chain(stored => {
  const queries = fc.array(queriesFor(stored.flatMap(getTexts)), { minLength: 5, maxLength: 10 });
  return fc.tuple(fc.constant(stored), queries);
});

/** Stores a ticket with its messages, tagged with the run. */
const store = async (api: TestApi, { messages, ...ticket }: Thread, tag: string): Promise<string> => {
  const { body, status, text } = await api.call<Ticket>('POST', '/v1/tickets', { body: { ...ticket, tags: [tag] } });
  assert.equal(status, 201, text);
  for (const message of messages) {
    assert.equal((await api.call('POST', `${body.url}/messages`, { body: { body: message } })).status, 201);
  }
  return body.id;
};

/** Returns the documented status of a query. */
const getExpectedStatus = (q: string): number =>
  q.trim() === '' || [...q].length > 256 || q.includes('\0') ? 422 : 200;

const extremes = [
  ...['', ' ', '\t', '\u00a0', '\0', 'a\0', '"', '""'],
  ...['x', '🎫', '"', 'ﷺ', '㌀'].map(character => character.repeat(256)),
  ...['x'.repeat(257), 'a '.repeat(128)],
];

forEachApi(api => {
  describe('GET /tickets?q=', () => {
    let run = 0;
    const storedTexts: string[] = [];

    it('200 with exactly the tickets that match the documented rule, for any texts and queries', async () => {
      await fc.assert(
        fc.asyncProperty(desks, async ([threads, queries]) => {
          const tag = `run-${run++}`;
          const stored = await Promise.all(
            threads.map(async thread => ({ id: await store(api(), thread, tag), thread })),
          );
          storedTexts.push(tag, ...threads.flatMap(getTexts));
          for (const q of queries) {
            if (getExpectedStatus(q) !== 200 || countExpansions(q, storedTexts) > maxExpansions) continue;
            const path = `/v1/tickets?tag=${tag}&q=${encodeURIComponent(q)}`;
            const { status, body, text } = await api().call<Ticket[]>('GET', path);
            assert.equal(status, 200, text);
            const expected = stored.filter(({ id, thread }) => matchesQuery(q, [tag, ...getTexts(thread)], id));
            const ids = expected.map(({ id }) => id);
            assert.deepEqual(body.map(({ id }) => id).sort(), ids.sort(), JSON.stringify(q));
          }
        }),
        { numRuns: 20 },
      );
    });

    it('422 for a query that is empty, too long or contains a NUL; otherwise 200', async () => {
      const any = fc.oneof(anyString({ maxLength: 300, size: 'max' }), fc.constantFrom(...extremes));
      await fc.assert(
        fc.asyncProperty(any, fc.constantFrom('tickets', 'gists'), async (q, list) => {
          const { status, text } = await api().call('GET', `/v1/${list}?q=${encodeURIComponent(q)}`);
          assert.equal(status, getExpectedStatus(q), text);
        }),
        { numRuns: 40 },
      );
    });
  });
});
