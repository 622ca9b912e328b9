import { z } from 'zod';
import { examplePerson } from './examples.ts';
import { because, commonReadOnly, delta, email, line, resource, text, whole } from './fields.ts';
import { paging, sort, writing } from './list.ts';
import { admins, anyRole, operation } from './operation.ts';
import { commonSortKeys, roles } from './vocabulary.ts';

/** The shortest password anyone may choose. */
export const minPasswordLength = 10;
/** The longest: hashing takes longer with the length. */
export const maxPasswordLength = 1024;
const secret = { format: 'password', writeOnly: true };
const password = text(maxPasswordLength, minPasswordLength).meta({ ...secret, description: 'Never in an answer.' });
const currentPassword = text(maxPasswordLength, 1).meta({ ...secret, description: 'The one you have signed in with.' });

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

/** A password is changed by whoever knows it: both are there, or neither. */
const together = { password: ['current_password'], current_password: ['password'] };
type Passwords = { password?: unknown; current_password?: unknown };
const given = (name: keyof Passwords, other: keyof Passwords) => (body: Passwords) =>
  body[name] !== undefined || body[other] === undefined;
/** Asked whatever else is wrong, so that every bad field is named. */
const required = (name: keyof Passwords) => ({ ...because('required', 'is required'), path: [name], when: () => true });

export const updateMe = operation({
  name: 'updateMe',
  description:
    'With `current_password` and `password` one sets a new password: whatever else one is signed in with ends, but for the token that asks. Only an administrator changes the other fields.',
  example: { current_password: 'correct horse battery staple', password: 'twelve grey herons at dusk' },
  method: 'PATCH',
  path: '/people/me',
  summary: 'Change your own password, or yourself',
  resource: null,
  scope: 'people:write',
  roles: anyRole,
  params: z.strictObject({}),
  query: item,
  body: delta({ ...personFields, current_password: currentPassword, password })
    .refine(given('current_password', 'password'), required('current_password'))
    .refine(given('password', 'current_password'), required('password'))
    .meta({ dependentRequired: together }),
  readOnly: [...commonReadOnly],
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
  description: 'Without a password nobody signs in as them until an administrator sets one.',
  example: { name: 'Nora Lindqvist', email: 'nora@desk.example', password: 'correct horse battery staple' },
  method: 'POST',
  path: '/people',
  summary: 'Let somebody sign in',
  resource: null,
  scope: 'people:write',
  roles: admins,
  params: z.strictObject({}),
  query: item,
  body: whole({ ...personFields, password: password.optional() }, personDefaults),
  readOnly: [...commonReadOnly],
  answer: person,
  status: 201,
});

export const updatePerson = operation({
  name: 'updatePerson',
  description: 'Nobody is deleted; to disable somebody, or to set a new password, ends all their access at once.',
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
