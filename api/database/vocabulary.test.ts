import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { parseSearchQuery } from './tokenize.ts';
import { expandTerm, maxExpansions } from './vocabulary.ts';

/** Two words occur in all documents, and one word in 3 of the 300. Many words occur in one document each. */
const documents = Array.from({ length: 300 }, (_, n) => ({
  n,
  facets: [],
  id: `in${n}`,
  text: `invoice ${n % 50 === 0 && n < 150 ? 'invitation ' : ''}inv${n} inside`,
}));

forEachEngine(database => {
  const expand = async (q: string) => {
    const [term = assert.fail()] = parseSearchQuery(q);
    return (await expandTerm(database().read, term)).map(phrase => phrase.join(' '));
  };

  before(() =>
    database().transaction(async writes => {
      const { search } = database();
      if (database().engine === 'postgres')
        await sql`alter table ticket_words drop constraint ticket_words_ticket_n_fkey`.execute(writes);
      await search.add(writes, documents.slice(0, 150));
      for (const document of documents.slice(150)) await search.write(writes, document);
      await search.write(writes, { n: 1000, facets: [], id: 'x', text: `invoicing ${'in'.repeat(40)}` });
    }),
  );

  it('expandTerm replaces a prefix with the prefix itself and its most frequent words', async () => {
    const words = await expand('in*');
    assert.deepEqual([words[0], new Set(words.slice(1, 3))], ['in', new Set(['invoice', 'inside'])]);
    assert.equal(words[3], 'invitation');
    assert.equal(words.length, maxExpansions + 1);
    assert.deepEqual(await expand('invo*'), ['invo', 'invoice', 'invoicing']);
    assert.deepEqual(await expand('inv1'), ['inv1']);
  });

  it('expandTerm does not expand a prefix to ids or very long words', async () => {
    assert.deepEqual(await expand('in29*'), ['in29']);
    assert.deepEqual(await expand('inin*'), ['inin']);
  });
});
