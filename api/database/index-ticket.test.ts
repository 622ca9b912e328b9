import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { sql } from 'kysely';
import { forEachEngine } from '../testing/engines.ts';
import { stateFacet, tagFacet } from './facets.ts';
import { indexAllTickets } from './index-ticket.ts';
import type { SearchCriteria } from './search.ts';

/** More than one indexing batch. */
const tickets = Array.from({ length: 1201 }, (_, index) => ({
  ...{ id: `t${index}`, version: 1, created_at: 1000 + index, updated_at: 2000 + index, closed_at: 0 },
  ...{ subject: `Parcel ${index}`, description: '', customer_name: null, customer_email: null, assignee_id: null },
  ...{ state: index % 2, priority: 1, tags: JSON.stringify(index === 1200 ? ['late'] : []), awaiting_reply: 0 },
  ...{ messages_count: 0, last_message_at: 0, created_by: '1' },
}));

forEachEngine(database => {
  const countRows = async (criteria: SearchCriteria, limit: number): Promise<number | undefined> => {
    const { search, read } = database();
    const { rows } = await search.load(read, criteria, limit, numbers => sql`select n from ${numbers} as found`);
    return rows?.length;
  };
  const count = (criteria: Partial<SearchCriteria>) => countRows({ phrases: [], facets: [], ...criteria }, 2000);

  before(() =>
    database().transaction(async writes => {
      await writes.insertInto('tickets').values(tickets.slice(0, 600)).execute();
      await writes.insertInto('tickets').values(tickets.slice(600)).execute();
      const { n } = await writes.selectFrom('tickets').select('n').where('id', '=', 't7').executeTakeFirstOrThrow();
      const message = {
        id: '1',
        version: 1,
        created_at: 1,
        updated_at: 1,
        ticket_n: n,
        author_name: 'A',
        author_id: '1',
      };
      await writes
        .insertInto('messages')
        .values({ ...message, body: 'It was wet.', type: 0, direction: 0, send_after: 0 })
        .execute();
      await indexAllTickets(database().search, writes);
    }),
  );

  it('indexAllTickets indexes existing tickets by words, messages and facets', async () => {
    assert.equal(await count({ phrases: [[['parcel']]] }), 1201);
    assert.equal(await count({ phrases: [[['parcel']], [['wet']]] }), 1);
    assert.equal(await count({ phrases: [[['parcel', '1200']]], facets: [[tagFacet('late')]] }), 1);
    assert.equal(await count({ facets: [[stateFacet(0)]] }), 601);
    assert.equal(await count({ facets: [[stateFacet(0), stateFacet(1)]], between: [1, 500] }), 500);
    assert.equal(await count({ facets: [[stateFacet(2)]] }), 0);
  });

  it('load returns no rows when more tickets match than the limit', async () => {
    const find = (limit: number) => countRows({ phrases: [[['parcel']]], facets: [], between: [1, 500] }, limit);
    assert.equal(await find(499), undefined);
    assert.equal(await find(500), 500);
    await database().transaction(writes => database().search.remove(writes, 500));
    assert.equal(await find(500), 499);
    assert.equal(await find(499), undefined, 'skips the search for a minute');
  });
});
