import type { Selectable } from 'kysely';
import type { Person } from '#contract';
import { personKinds, roles } from '#contract/enums';
import { decodeEnum, encodeEnum, isoTime } from '../database/column-encoding.ts';
import type { PersonTable } from '../database/schema.ts';

/** A stored person, without the password hash and the normalized email address. */
export type PersonRow = Omit<Selectable<PersonTable>, 'password_hash' | 'email_key'>;

/** The columns of {@link PersonRow}. */
export const personSelection = [
  'n',
  'id',
  'version',
  'created_at',
  'updated_at',
  'name',
  'email',
  'role',
  'disabled',
  'kind',
] as const satisfies (keyof PersonRow)[];

/** Converts a stored person to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toPerson =
  (baseUrl: string) =>
  (row: PersonRow): Person => ({
    id: row.id,
    url: `${baseUrl}/v1/people/${row.id}`,
    ...personDraft(row),
    kind: decodeEnum(personKinds, row.kind),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Picks the writable fields of a stored person, except the password. */
export const personDraft = ({ name, email, role, disabled }: PersonRow) => ({
  name,
  email,
  role: decodeEnum(roles, role),
  disabled: disabled === 1,
});

/** Converts the writable fields to their columns, except the password. */
export const personColumns = ({ name, email, role, disabled }: PersonDraft) => ({
  name,
  email,
  email_key: emailKey(email),
  role: encodeEnum(roles, role),
  disabled: disabled ? 1 : 0,
});

/** Normalizes an email: addresses that differ only in case are equal. */
export const emailKey = (email: string): string => email.toLowerCase();

/** The writable fields, with a new password if one is set. */
export type PersonDraft = ReturnType<typeof personDraft> & { password?: string };

/** The writable fields of the caller; a new password requires the current password. */
export type OwnDraft = PersonDraft & { current_password?: string };

/** Returns true for an administrator who is not disabled. */
export const isAdministrator = ({ role, disabled }: Pick<PersonRow, 'role' | 'disabled'>): boolean =>
  role === administrator && disabled === 0;

const administrator = encodeEnum(roles, 'admin');

const personKind = encodeEnum(personKinds, 'person');

/** Returns false for a mailbox and the desk itself. They cannot sign in, and requests to /people cannot change them. */
export const isPerson = ({ kind }: Pick<PersonRow, 'kind'>): boolean => kind === personKind;
