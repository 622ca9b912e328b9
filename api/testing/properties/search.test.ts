import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ticket } from '#contract';
import { forEachApi, type TestApi } from '../api.ts';
import { searchQueries, searchTexts } from '../arbitraries/search-words.ts';
import { finds } from './search-rule.ts';

type Texts = { subject: string; description: string; customer_name: string | null; messages: string[] };

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

const threads: fc.Arbitrary<Texts> = fc.record({
  subject: searchTexts.map(oneLine),
  description: searchTexts.map(text => text.replaceAll('\0', ' ')),
  customer_name: fc.option(searchTexts.map(oneLine)),
  messages: fc.array(
    searchTexts.map(text => text.replaceAll('\0', ' ')),
    { maxLength: 2 },
  ),
});

/** Stores a ticket with its messages, marked as of one run. */
const store = async (api: TestApi, { messages, ...texts }: Texts, tag: string): Promise<string> => {
  const { body, status, text } = await api.call<Ticket>('POST', '/v1/tickets', { body: { ...texts, tags: [tag] } });
  assert.equal(status, 201, text);
  for (const message of messages) {
    assert.equal((await api.call('POST', `${body.url}/messages`, { body: { body: message } })).status, 201);
  }
  return body.id;
};

/** What the documentation says a query is answered with. */
const statusOf = (q: string): number => (q.trim() === '' || [...q].length > 256 || q.includes('\0') ? 422 : 200);

forEachApi(api => {
  describe('GET /tickets?q=', () => {
    let run = 0;

    it('finds what the rule says and nothing else, whatever the texts and whatever is asked', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(threads, { minLength: 1, maxLength: 3 }),
          fc.array(searchQueries, { minLength: 4, maxLength: 8 }),
          async (tickets, queries) => {
            const tag = `run-${run++}`;
            const stored = await Promise.all(
              tickets.map(async texts => ({ id: await store(api(), texts, tag), texts })),
            );
            for (const q of queries.filter(each => statusOf(each) === 200)) {
              const { status, body, text } = await api().call<Ticket[]>(
                'GET',
                `/v1/tickets?tag=${tag}&q=${encodeURIComponent(q)}`,
              );
              assert.equal(status, 200, text);
              const expected = stored.filter(({ texts: { subject, description, customer_name, messages } }) =>
                finds(q, [subject, description, customer_name ?? '', ...messages]),
              );
              assert.deepEqual(body.map(({ id }) => id).sort(), expected.map(({ id }) => id).sort(), JSON.stringify(q));
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    it('422 for a text that is empty, too long or holds a NUL, and 200 for any other', async () => {
      const any = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300, size: 'max' }),
        fc.constantFrom(
          '',
          ' ',
          '\t',
          '\u00a0',
          '\0',
          'a\0',
          'x'.repeat(256),
          '🎫'.repeat(256),
          'x'.repeat(257),
          'a '.repeat(128),
          '"'.repeat(256),
          'ﷺ'.repeat(256),
          '㌀'.repeat(256),
        ),
      );
      await fc.assert(
        fc.asyncProperty(any, fc.constantFrom('tickets', 'gists'), async (q, list) => {
          const { status, text } = await api().call('GET', `/v1/${list}?q=${encodeURIComponent(q)}`);
          assert.equal(status, statusOf(q), text);
        }),
        { numRuns: 40 },
      );
    });
  });
});
