import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { listTickets, type TicketDraft } from '#contract';
import { priorities, states, ticketSortKeys } from '#contract/enums';
import type { Database } from '../database/database.ts';
import type { Position } from '../database/keyset.ts';
import type { PageAnchor } from '../database/page.ts';
import { readThread } from '../database/thread-summary.ts';
import { parseSearchQuery, tokenize } from '../database/tokenize.ts';
import { startWatching } from '../database/watchers.ts';
import { forEachEngine } from '../testing/engines.ts';
import type { Tuning } from './list/read-context.ts';
import { countTickets, readTicketPage } from './list.ts';
import { type TicketRow, ticketDraft } from './representation.ts';
import { createTicketStore } from './store.ts';

type TicketQuery = z.output<typeof listTickets.query>;

const epoch = Date.UTC(2025, 0, 1);
/** Few instants, so that ties are common. They span 15 months: no time span of the index contains all tickets. */
const instants = [0, 1, 2, 5_000, 4_200_000, 9_000_000, 90_000_000, 1_100_000_000, 1_100_000_001, 40_000_000_000].map(
  offset => epoch + offset,
);
const people = ['1', '2', 'Ann_b'];
const tags = ['a', 'a_b', 'a-b', 'axb'];
const mailboxes = ['1', 'box', 'Box'];
const addresses = ['Zoë@École.example', 'bo@b.example'];
/** Words of different frequencies: most tickets contain `the`. */
const vocabulary = ['the', 'the', 'the', 'the', 'invoice', 'invoice', 'Élan', 'torch', 's0', 'p3'];
const queries = [
  ...[
    'the',
    'invoice',
    'elan',
    'torch',
    'missing',
    '!!',
    's0',
    'the invoice',
    'the torch',
    'elan torch',
    'missing the',
  ],
  ...[
    '"the invoice"',
    '"invoice the"',
    '"the the"',
    '"torch torch torch"',
    '"the invoice" elan',
    'a_b',
    'invoice "the"',
    ...['7', '#12', '140', 'bo@b.example', 'zoe@ecole.example', 'ecole', 'the bo', 'axb'],
    ...['invo*', 't*', 'the inv*', 'missing*', 'e* torch', 'bo@b.ex*', 'a* -invoice', '"invo*"', 'a*b', '*', '1*'],
  ],
];

/** Some limits are so low that even this short list exercises every read strategy. */
const anyTuning = fc.constantFrom({ few: 500, steps: 300 }, { few: 4, steps: 6 }, { few: 0, steps: 1 });

const anyInstant = fc.constantFrom(...instants);
const anyDraft: fc.Arbitrary<TicketDraft> = fc.record({
  subject: fc.constantFrom(...vocabulary),
  description: fc.array(fc.constantFrom(...vocabulary), { maxLength: 8 }).map(words => words.join(' ')),
  customer_name: fc.option(fc.constantFrom('torch', 'Élan')),
  customer_email: fc.option(fc.constantFrom(...addresses)),
  state: fc.constantFrom(...states),
  priority: fc.constantFrom(...priorities),
  assignee_id: fc.option(fc.constantFrom(...people)),
  tags: fc.subarray(tags),
  mailbox_id: fc.option(fc.constantFrom(...mailboxes)),
});

const anySort = fc
  .shuffledSubarray([...ticketSortKeys], { minLength: 1, maxLength: 4 })
  .chain(keys => fc.tuple(...keys.map(key => fc.constantFrom(key, `-${key}`))))
  .map(keys => keys.join(','));
const some = <Value>(values: readonly Value[]) =>
  fc.subarray([...values], { minLength: 1 }).map(chosen => chosen.join());
const anyTime = anyInstant.map(time => new Date(time).toISOString());

/** Generates queries with about half of the parameters, so that long lists are common too. */
const anyQuery: fc.Arbitrary<TicketQuery> = fc
  .record(
    {
      sort: anySort,
      state: some(states),
      priority: some(priorities),
      assignee_id: fc.constantFrom(...people, 'me', 'null'),
      tag: fc.constantFrom(...tags),
      awaiting_reply: fc.constantFrom('true', 'false'),
      customer_email: fc.constantFrom(...addresses.map(address => address.toUpperCase())),
      mailbox_id: fc.constantFrom(...mailboxes),
      undelivered: fc.constant('true'),
      watching: fc.constant('true'),
      created_since: anyTime,
      updated_since: anyTime,
      q: fc.constantFrom(...queries),
    },
    { requiredKeys: [] },
  )
  .chain(all => fc.subarray(Object.entries(all)))
  .map(parameters => listTickets.query.parse(Object.fromEntries(parameters)));

/** Computes the expected list in memory, without SQL, for the person who requests it. */
const expected = (rows: readonly TicketRow[], query: TicketQuery, personId: string): TicketRow[] =>
  rows.filter(row => matches(row, query, personId)).toSorted((left, right) => compare(query, left, right));

const matches = (row: TicketRow, query: TicketQuery, personId: string): boolean => {
  const draft = ticketDraft(row);
  const assignee = { me: personId, null: null }[query.assignee_id ?? ''];
  const conditions: boolean[] = [
    query.state?.includes(draft.state) ?? true,
    query.priority?.includes(draft.priority) ?? true,
    query.assignee_id === undefined || row.assignee_id === (assignee === undefined ? query.assignee_id : assignee),
    query.tag === undefined || draft.tags.includes(query.tag),
    query.awaiting_reply === undefined || query.awaiting_reply === (row.awaiting_reply === 1),
    query.customer_email === undefined || row.customer_email?.toLowerCase() === query.customer_email.toLowerCase(),
    query.mailbox_id === undefined || row.mailbox_id === query.mailbox_id,
    query.undelivered === undefined || row.undelivered === 1,
    query.watching === undefined || isWatched(row),
    row.created_at >= (query.created_since ?? 0),
    row.updated_at >= (query.updated_since ?? 0),
    query.q === undefined || matchesSearch(row, query.q),
  ];
  return conditions.every(Boolean);
};

/** The person watches every ticket whose number is odd. */
const isWatched = ({ n }: TicketRow): boolean => n % 2 === 1;

const matchesSearch = ({ id, tags, ...row }: TicketRow, q: string): boolean => {
  const fields = [row.subject, row.description, row.customer_name, row.customer_email, ...JSON.parse(tags)];
  const texts = fields.map(text => ` ${tokenize(text ?? '').join(' ')} `);
  const terms = parseSearchQuery(q).map(({ phrase, isPrefix }) => ({ whole: phrase.join(' '), isPrefix }));
  const matches = ({ whole, isPrefix }: (typeof terms)[number]) =>
    // A ticket's number matches only as a whole.
    id === whole || texts.some(text => text.includes(` ${whole}${isPrefix ? '' : ' '}`));
  return terms.length > 0 && terms.every(matches);
};

const getSortKeys = ({ sort }: TicketQuery) => {
  const keys = sort.map(({ key, descending }) => ({ key: key as keyof TicketRow, descending }));
  return [...keys, { key: 'n' as const, descending: sort.at(-1)?.descending ?? true }];
};

const compare = (query: TicketQuery, one: Partial<TicketRow>, other: Partial<TicketRow>): number => {
  for (const { key, descending } of getSortKeys(query)) {
    const order = Number(one[key]) - Number(other[key]);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
};

const getPosition = (query: TicketQuery, row: TicketRow): Position =>
  getSortKeys(query).map(({ key }) => Number(row[key]));

const numbers = (rows: readonly TicketRow[]): number[] => rows.map(({ n }) => n);

forEachEngine(database => {
  const me = { personId: '2', clientId: null };
  const store = (): ReturnType<typeof createTicketStore> => createTicketStore(database());

  const insert = (draft: TicketDraft, now: number): Promise<TicketRow> =>
    database().transaction(async writes => {
      const row = await store().insert(writes, draft, { ...me, now });
      if (isWatched(row)) await startWatching(writes, { ticketN: row.n, personId: me.personId, isForced: true, now });
      return row;
    });
  const update = (row: TicketRow, draft: TicketDraft, now: number): Promise<TicketRow> =>
    database().transaction(writes => store().update(writes, row, draft, { ...me, now }));
  const markUndelivered = (row: TicketRow) =>
    database().transaction(async writes => {
      const thread = await readThread(writes, row.n);
      await store().updateThread(writes, row, thread, { now: row.updated_at, reopen: false, undelivered: true });
    });
  const remove = (row: TicketRow): Promise<void> =>
    database().transaction(writes => store().remove(writes, row, { ...me, now: epoch }));

  const all = (database: Database): Promise<TicketRow[]> => database.read.selectFrom('tickets').selectAll().execute();
  const readPages = (query: TicketQuery, tuning: Tuning) => (anchor: PageAnchor, limit: number) =>
    readTicketPage(database(), database().read, { query, personId: me.personId }, anchor, limit, tuning);

  before(async () => {
    for (const [draft, created, updated] of fc.sample(fc.tuple(anyDraft, anyInstant, anyInstant), {
      numRuns: 150,
      seed: 7,
    })) {
      const row = await update(await insert({ ...draft, state: 'open' }, created), draft, updated);
      if (row.n % 3 === 0) await markUndelivered(row);
    }
  });

  describe('the ticket list', () => {
    it('returns the list that the contract defines, page by page, and the same pages backward', async () => {
      const rows = await all(database());
      await fc.assert(
        fc.asyncProperty(anyQuery, anyTuning, fc.integer({ min: 3, max: 60 }), async (query, tuning, limit) => {
          const page = readPages(query, tuning);
          const pages = [await page({ from: 'start' }, limit)];
          for (let last = pages[0]; last?.hasNext && last.last !== null; last = pages.at(-1))
            pages.push(await page({ from: 'after', position: last.last }, limit));
          const expectedNumbers = numbers(expected(rows, query, me.personId));
          assert.deepEqual(
            pages.flatMap(({ rows }) => numbers(rows)),
            expectedNumbers,
          );
          const back = [pages.at(-1) ?? assert.fail()];
          for (let first = back[0]; first?.hasPrevious && first.first !== null; first = back[0])
            back.unshift(await page({ from: 'before', position: first.first }, limit));
          assert.deepEqual(back, pages);
          const end = await page({ from: 'end' }, limit);
          assert.deepEqual(numbers(end.rows), expectedNumbers.slice(-limit));
          assert.deepEqual([end.hasPrevious, end.hasNext], [expectedNumbers.length > limit, false]);
        }),
        { numRuns: 60 },
      );
    });

    it('continues from a cursor after tickets were added, edited or deleted, including the ticket of the cursor', async () => {
      const anyWrite = fc.record({ at: fc.nat(), draft: anyDraft, now: anyInstant, kind: fc.nat(2) });
      await fc.assert(
        fc.asyncProperty(
          anyQuery,
          anyTuning,
          fc.nat(),
          fc.array(anyWrite, { maxLength: 3 }),
          async (query, tuning, at, writes) => {
            const page = readPages(query, tuning);
            const before = await all(database());
            const cursor = before[at % before.length] ?? assert.fail();
            for (const [index, { kind, draft, now, at }] of writes.entries()) {
              const row = index === 0 ? cursor : (await all(database()))[at % before.length];
              if (kind === 0 || row === undefined) await insert(draft, now);
              else if (kind === 1) await update(row, draft, now);
              else await remove(row);
            }
            const position = getPosition(query, cursor);
            const list = expected(await all(database()), query, me.personId);
            const later = list.filter(row => compare(query, row, cursor) > 0);
            const earlier = list.filter(row => compare(query, row, cursor) < 0);
            const next = await page({ from: 'after', position }, 5);
            assert.deepEqual(numbers(next.rows), numbers(later.slice(0, 5)));
            assert.equal(next.hasNext, later.length > 5);
            assert.equal(next.hasPrevious, next.rows.length > 0 && list.length > later.length);
            const previous = await page({ from: 'before', position }, 5);
            assert.deepEqual(numbers(previous.rows), numbers(earlier.slice(-5)));
            assert.equal(previous.hasPrevious, earlier.length > 5);
            assert.equal(previous.hasNext, previous.rows.length > 0 && list.length > earlier.length);
          },
        ),
        { numRuns: 80 },
      );
    });

    it('returns an exact count', async () => {
      const rows = await all(database());
      await fc.assert(
        fc.asyncProperty(anyQuery, async query => {
          const { count, exact } = await countTickets(database(), database().read, { query, personId: me.personId });
          assert.deepEqual([count, exact], [expected(rows, query, me.personId).length, true]);
        }),
        { numRuns: 150 },
      );
    });
  });
});
