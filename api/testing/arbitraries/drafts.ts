import fc from 'fast-check';
import { directions, messageTypes, priorities, roles, states } from '#contract/enums';
import { fileNames, lines, tags, texts } from './texts.ts';

/** The writable members of a resource, each with any valid value. */
export type MemberArbitraries = Record<string, fc.Arbitrary<unknown>>;

export type BodyArbitrary = fc.Arbitrary<Record<string, unknown>>;

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 4 });

/** Members of a ticket that may be assigned to these people. */
export const ticketMembers = (personIds: readonly string[]): MemberArbitraries => ({
  subject: lines(255, 1),
  description: texts(65_535),
  customer_name: orNull(lines(255)),
  customer_email: orNull(fc.emailAddress()),
  state: fc.constantFrom(...states),
  priority: fc.constantFrom(...priorities),
  assignee_id: orNull(fc.constantFrom(...personIds)),
  tags: fc.uniqueArray(tags, { maxLength: 20 }),
});

export const messageMembers: MemberArbitraries = {
  body: texts(65_535, 1),
  type: fc.constantFrom(...messageTypes),
  direction: fc.constantFrom(...directions),
  author_name: orNull(lines(255, 1)),
};

const file = texts(2000).map(content => ({ content }));
/** Any name, but often one of three, so that a delta often matches an existing file. */
const names = fc.oneof(fc.constantFrom('a.md', 'b.ts', 'constructor'), fileNames);
const distinct = { minLength: 1, maxLength: 5, selector: ([name]: [string, unknown]) => name };

export const gistMembers: MemberArbitraries = {
  description: texts(1000),
  public: fc.boolean(),
  files: fc.uniqueArray(fc.tuple(names, file), distinct).map(files => Object.fromEntries(files)),
};

/** The files of a PATCH: null removes a file. */
export const fileDeltas = fc
  .uniqueArray(fc.tuple(names, orNull(file)), { ...distinct, minLength: 0 })
  .map(files => Object.fromEntries(files));

export const viewMembers: MemberArbitraries = {
  name: lines(100, 1),
  query: fc.constantFrom('', 'state=open', 'q=%C3%A9t%C3%A9+%22a%22', 'sort=-priority,created_at&assignee_id=me'),
  shared: fc.boolean(),
};

export const personMembers: MemberArbitraries = {
  name: lines(255, 1),
  email: fc.uuid().map(unique => `${unique}@Desk.example`),
  role: fc.constantFrom(...roles),
  disabled: fc.boolean(),
};

/** Bodies with the required members and any optional members. */
export const drafts = (members: MemberArbitraries, requiredKeys: string[]): BodyArbitrary =>
  fc.record(members, { requiredKeys });

/** Bodies of a PATCH: any of the members. */
export const deltas = (members: MemberArbitraries): BodyArbitrary => fc.record(members, { requiredKeys: [] });
