import type { Selectable } from 'kysely';
import type { Person } from '#contract';
import { roles } from '#contract/vocabulary';
import type { PersonRow as Stored } from '../database/schema.ts';
import { isoTime, wordAt } from '../database/values.ts';

/** A person as stored, without the password's hash, which never leaves the sign-in. */
export type PersonRow = Omit<Selectable<Stored>, 'password_hash' | 'email_key'>;

/** The columns of {@link PersonRow}. */
export const personColumns = [
  'n',
  'id',
  'version',
  'created_at',
  'updated_at',
  'name',
  'email',
  'role',
  'disabled',
] as const satisfies (keyof PersonRow)[];

/** A stored person as the contract shows it; `baseUrl` is API_PUBLIC_URL. */
export const showPerson =
  (baseUrl: string) =>
  (row: PersonRow): Person => ({
    id: row.id,
    url: `${baseUrl}/v1/people/${row.id}`,
    ...personDraft(row),
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** The writable part of a stored person; a password cannot be read back. */
export const personDraft = ({ name, email, role, disabled }: PersonRow) => ({
  name,
  email,
  role: wordAt(roles, role),
  disabled: disabled === 1,
});

/** The writable part, and a new password where one is set. */
export type PersonDraft = ReturnType<typeof personDraft> & { password?: string };

/** The same of oneself, with the password that proves who asks for a new one. */
export type OwnDraft = PersonDraft & { current_password?: string };
