import fc from 'fast-check';
import type { Role } from '#contract/enums';
import type { TestApi } from '../api.ts';
import {
  type BodyArbitrary,
  drafts,
  fileDeltas,
  gistMembers,
  type MemberArbitraries,
  messageMembers,
  personMembers,
  ticketMembers,
  viewMembers,
} from '../arbitraries/drafts.ts';

/** A resource type, for properties that hold for all types. */
export type ResourceType = {
  name: string;
  /** The role that writes it. */
  as: Role;
  /** The path for POST. */
  collection(api: TestApi): Promise<string>;
  drafts(api: TestApi): BodyArbitrary;
  /** The members of a PATCH. */
  members(api: TestApi): MemberArbitraries;
  /** The name of a required text member. */
  textMember: string;
  /** The other required members; empty for people, whose bodies come only from `drafts`. */
  otherMembers: Record<string, unknown>;
};

export const ticketType: ResourceType = {
  name: 'ticket',
  as: 'agent',
  collection: async () => '/v1/tickets',
  drafts: api => drafts(ticketType.members(api), ['subject']),
  members: ({ people }) => ticketMembers(Object.values(people).map(({ id }) => id)),
  textMember: 'subject',
  otherMembers: {},
};

export const messageType: ResourceType = {
  name: 'message',
  as: 'agent',
  collection: async api => {
    const { body } = await api.call<{ url: string }>('POST', '/v1/tickets', {
      body: { subject: 'A thread', customer_name: '' },
    });
    return `${body.url}/messages`;
  },
  drafts: () => drafts(messageMembers, ['body']),
  members: () => messageMembers,
  textMember: 'body',
  otherMembers: {},
};

export const gistType: ResourceType = {
  name: 'gist',
  as: 'agent',
  collection: async () => '/v1/gists',
  drafts: () => drafts(gistMembers, ['description', 'files']),
  members: () => ({ ...gistMembers, files: fileDeltas }),
  textMember: 'description',
  otherMembers: { files: { 'a.md': { content: 'a' } } },
};

export const viewType: ResourceType = {
  name: 'view',
  as: 'agent',
  collection: async () => '/v1/views',
  drafts: () => drafts(viewMembers, ['name', 'query']),
  members: () => viewMembers,
  textMember: 'name',
  otherMembers: { query: '' },
};

export const personType: ResourceType = {
  name: 'person',
  as: 'admin',
  collection: async () => '/v1/people',
  drafts: () =>
    drafts({ ...personMembers, password: fc.constant('correct horse battery') }, ['name', 'email', 'password']),
  members: () => personMembers,
  textMember: 'name',
  otherMembers: {},
};
