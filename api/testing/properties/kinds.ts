import fc from 'fast-check';
import type { Role } from '#contract/vocabulary';
import type { TestApi } from '../api.ts';
import {
  type Bodies,
  drafts,
  fileDeltas,
  gistMembers,
  type Members,
  messageMembers,
  personMembers,
  ticketMembers,
  viewMembers,
} from '../arbitraries/drafts.ts';

/** A resource type, for properties that hold for all types. */
export type Kind = {
  name: string;
  /** The role that writes it. */
  as: Role;
  /** The address for POST. */
  collection(api: TestApi): Promise<string>;
  drafts(api: TestApi): Bodies;
  /** The members of a PATCH. */
  members(api: TestApi): Members;
  /** A text member. */
  text: string;
  /** The other required members. */
  whole: Record<string, unknown>;
};

export const ticket: Kind = {
  name: 'ticket',
  as: 'agent',
  collection: async () => '/v1/tickets',
  drafts: api => drafts(ticket.members(api), ['subject']),
  members: ({ people }) => ticketMembers(Object.values(people).map(({ id }) => id)),
  text: 'subject',
  whole: {},
};

export const message: Kind = {
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
  text: 'body',
  whole: {},
};

export const gist: Kind = {
  name: 'gist',
  as: 'agent',
  collection: async () => '/v1/gists',
  drafts: () => drafts(gistMembers, ['description', 'files']),
  members: () => ({ ...gistMembers, files: fileDeltas }),
  text: 'description',
  whole: { files: { 'a.md': { content: 'a' } } },
};

export const view: Kind = {
  name: 'view',
  as: 'agent',
  collection: async () => '/v1/views',
  drafts: () => drafts(viewMembers, ['name', 'query']),
  members: () => viewMembers,
  text: 'name',
  whole: { query: '' },
};

export const person: Kind = {
  name: 'person',
  as: 'admin',
  collection: async () => '/v1/people',
  drafts: () =>
    drafts({ ...personMembers, password: fc.constant('correct horse battery') }, ['name', 'email', 'password']),
  members: () => personMembers,
  text: 'name',
  whole: {},
};
