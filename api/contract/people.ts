import { z } from 'zod';
import { commonSortKeys, personKinds, roles } from './enums.ts';
import { examplePerson } from './examples.ts';
import { createBodySchema, email, line, resourceSchema, text, updateBodySchema, withErrorName } from './fields.ts';
import { commaList, listParameters, sortKeysParameter } from './list.ts';
import { adminRoles, allRoles, operation } from './operation.ts';

export const minPasswordLength = 10;
/** Limits the duration of hashing. */
export const maxPasswordLength = 1024;
const secret = { format: 'password', writeOnly: true };
export const password = text(maxPasswordLength, minPasswordLength).meta({
  ...secret,
  description: 'Never part of a response.',
});
const currentPassword = text(maxPasswordLength, 1).meta({ ...secret, description: 'Your current password.' });

/** The domain of the addresses of people of the kind `mailbox`. No mail arrives there (RFC 2606 2). */
export const systemDomain = 'stardesk.invalid';

const unreservedAddress = email.refine(
  value => !value.toLowerCase().endsWith(`@${systemDomain}`),
  withErrorName('reserved', `is reserved: ${systemDomain} belongs to the desk`),
);

/** Members that administrators write and everyone reads. */
export const personFields = {
  name: line(255, 1),
  email: unreservedAddress,
  role: z.enum(roles),
  disabled: z.boolean(),
};

/** Defaults of omitted members on POST. */
export const personDefaults = { role: 'agent', disabled: false } satisfies Partial<
  z.output<z.ZodObject<typeof personFields>>
>;

export const personSchema = resourceSchema({
  ...personFields,
  email,
  kind: z.enum(personKinds).meta({
    description:
      'Only a `person` can sign in. A `mailbox` is the author of incoming mail, the `system` of automatic changes.',
  }),
}).meta({
  id: 'Person',
  description: 'The author of changes: a person, a mailbox, or the desk itself.',
  example: examplePerson,
});
export type Person = z.output<typeof personSchema>;

const names = Object.keys(personSchema.shape);
const read = { scope: 'people:read', roles: allRoles } as const;
const write = { scope: 'people:write', roles: adminRoles } as const;

export const listPeople = operation('listPeople', 'GET /people', {
  summary: 'List the people of the desk',
  ...read,
  query: z.strictObject({
    ...listParameters(names),
    kind: commaList(personKinds, 'Any of these kinds; `person` by default.').default(['person']),
    sort: sortKeysParameter(commonSortKeys, 'created_at'),
  }),
  response: z.array(personSchema),
});

export const getMe = operation('getMe', 'GET /people/me', {
  summary: 'Read the person of the token',
  scope: null,
  roles: allRoles,
  response: personSchema,
});

/** A new password requires the current password, and vice versa. */
const passwordDependencies = { password: ['current_password'], current_password: ['password'] };
type Passwords = { password?: unknown; current_password?: unknown };
const isPresentWith = (name: keyof Passwords, other: keyof Passwords) => (body: Passwords) =>
  body[name] !== undefined || body[other] === undefined;
/** Options of a check that also runs if other fields are invalid. So every error is reported. */
const required = (name: keyof Passwords) => ({
  ...withErrorName('required', 'is required'),
  path: [name],
  when: () => true,
});

export const updateMe = operation('updateMe', 'PATCH /people/me', {
  description:
    'Send `current_password` and `password` to set a new password. This revokes all your other sessions and tokens. Only an administrator can change the other fields; the rules of `PATCH /people/{person_id}` apply.',
  example: { current_password: 'correct horse battery staple', password: 'twelve grey herons at dusk' },
  summary: 'Change your password or your details',
  scope: 'people:write',
  roles: allRoles,
  body: updateBodySchema({ ...personFields, current_password: currentPassword, password })
    .refine(isPresentWith('current_password', 'password'), required('current_password'))
    .refine(isPresentWith('password', 'current_password'), required('password'))
    .meta({ dependentRequired: passwordDependencies }),
  response: personSchema,
  errors: ['last_administrator'],
});

export const getPerson = operation('getPerson', 'GET /people/{person_id}', {
  summary: 'Read a person',
  ...read,
  response: personSchema,
});

const invite = z.boolean().meta({
  writeOnly: true,
  description:
    '`true` mails the person a link to choose a password. Omit the `password` then. 422 if no mailbox can mail the address now.',
});

export const createPerson = operation('createPerson', 'POST /people', {
  description:
    'Without a password, the person can sign in only at an identity provider, until they accept an invitation or an administrator sets a password.',
  example: { name: 'Nora Lindqvist', email: 'nora@desk.example', password: 'correct horse battery staple' },
  summary: 'Create a person',
  ...write,
  body: createBodySchema({ ...personFields, password: password.optional(), invite: invite.optional() }, personDefaults),
  response: personSchema,
});

export const updatePerson = operation('updatePerson', 'PATCH /people/{person_id}', {
  description:
    'People cannot be deleted, and only the kind `person` can be changed here. Disabling a person or setting a new password revokes all their sessions and tokens immediately. 422 if you disable your own account. 409 (code 40910) if you disable or demote the last administrator with a password.',
  example: { disabled: true },
  summary: 'Update a person or set a new password',
  ...write,
  body: updateBodySchema({ ...personFields, password }),
  response: personSchema,
  errors: ['last_administrator'],
});
