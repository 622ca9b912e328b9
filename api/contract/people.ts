import { z } from 'zod';
import { examplePerson } from './examples.ts';
import { commonReadOnly, delta, email, line, resource, text, whole } from './fields.ts';
import { paging, sort, writing } from './list.ts';
import { admins, anyRole, operation } from './operation.ts';
import { commonSortKeys, roles } from './vocabulary.ts';

/** The shortest password anyone may choose. */
export const minPasswordLength = 10;
const password = text(1024, minPasswordLength).meta({
  description: 'Never in an answer.',
  format: 'password',
  writeOnly: true,
});

/** The members an administrator writes and everyone reads. */
export const personFields = { name: line(255, 1), email, role: z.enum(roles), disabled: z.boolean() };

/** What an omitted member becomes on POST. */
export const personDefaults = { role: 'agent', disabled: false } satisfies Partial<
  z.output<z.ZodObject<typeof personFields>>
>;

/** Somebody who signs in. */
export const person = resource(personFields).meta({
  id: 'Person',
  description: 'Somebody who signs in.',
  example: examplePerson,
});
export type Person = z.output<typeof person>;

const names = Object.keys(person.shape);
const params = z.strictObject({ person_id: z.string() });
const item = z.strictObject(writing(names));

export const listPeople = operation({
  name: 'listPeople',
  method: 'GET',
  path: '/people',
  summary: 'List the people of the desk',
  resource: null,
  scope: 'people:read',
  roles: anyRole,
  params: z.strictObject({}),
  query: z.strictObject({ ...paging(names), sort: sort(commonSortKeys, 'created_at') }),
  body: null,
  readOnly: [],
  answer: z.array(person),
  status: 200,
});

export const getMe = operation({
  name: 'getMe',
  method: 'GET',
  path: '/people/me',
  summary: 'Read the person the token speaks for',
  resource: null,
  scope: null,
  roles: anyRole,
  params: z.strictObject({}),
  query: item,
  body: null,
  readOnly: [],
  answer: person,
  status: 200,
});

export const getPerson = operation({
  name: 'getPerson',
  method: 'GET',
  path: '/people/{person_id}',
  summary: 'Read a person',
  resource: 'person',
  scope: 'people:read',
  roles: anyRole,
  params,
  query: item,
  body: null,
  readOnly: [],
  answer: person,
  status: 200,
});

export const createPerson = operation({
  name: 'createPerson',
  example: { name: 'Nora Lindqvist', email: 'nora@desk.example', password: 'correct horse battery staple' },
  method: 'POST',
  path: '/people',
  summary: 'Let somebody sign in',
  resource: null,
  scope: 'people:write',
  roles: admins,
  params: z.strictObject({}),
  query: item,
  body: whole({ ...personFields, password }, personDefaults),
  readOnly: [...commonReadOnly],
  answer: person,
  status: 201,
});

export const updatePerson = operation({
  name: 'updatePerson',
  description: 'Nobody is deleted; to disable somebody ends all access at once.',
  example: { disabled: true },
  method: 'PATCH',
  path: '/people/{person_id}',
  summary: 'Change a person, or set a new password',
  resource: 'person',
  scope: 'people:write',
  roles: admins,
  params,
  query: item,
  body: delta({ ...personFields, password }),
  readOnly: [...commonReadOnly],
  answer: person,
  status: 200,
});
