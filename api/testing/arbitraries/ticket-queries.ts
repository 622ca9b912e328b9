import fc from 'fast-check';
import { priorities, states, type TicketSortKey, ticketSortKeys } from '#contract/enums';

export type SortBy = { key: TicketSortKey; descending: boolean };

/** One to four different keys, ascending or descending. */
export const ticketSorts: fc.Arbitrary<SortBy[]> = fc
  .shuffledSubarray([...ticketSortKeys], { minLength: 1, maxLength: 4 })
  .chain(keys => fc.tuple(...keys.map(key => fc.record({ key: fc.constant(key), descending: fc.boolean() }))));

/** Formats a sort for `?sort=`. */
export const toSortParameter = (sort: readonly SortBy[]): string =>
  sort.map(({ key, descending }) => `${descending ? '-' : ''}${key}`).join(',');

/** Values that occur in the tickets: tags, words of subjects, and times. */
type Occurring = { tags: string[]; words: string[]; times: string[] };

const everyFilter = ({ tags, words, times }: Occurring) =>
  fc.record({
    state: fc.subarray([...states], { minLength: 1 }),
    priority: fc.subarray([...priorities], { minLength: 1 }),
    assignee_id: fc.constantFrom('me', 'null'),
    tag: fc.constantFrom(...tags),
    awaiting_reply: fc.boolean(),
    created_since: fc.constantFrom(...times),
    updated_since: fc.constantFrom(...times),
    q: fc.constantFrom(...words),
  });

type EveryFilter = ReturnType<typeof everyFilter> extends fc.Arbitrary<infer All> ? All : never;

/** At most two filters of the ticket list, so that some tickets match. */
export type FilterSample = Partial<EveryFilter>;

export const ticketFilters = (occurring: Occurring): fc.Arbitrary<FilterSample> =>
  everyFilter(occurring).chain(every =>
    fc.subarray(Object.keys(every), { maxLength: 2 }).map(chosen => pick(every, chosen)),
  );

const pick = (every: FilterSample, chosen: readonly string[]): FilterSample =>
  Object.fromEntries(Object.entries(every).filter(([name]) => chosen.includes(name)));
