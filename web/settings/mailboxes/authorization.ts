import type { MailboxAuthorization } from '#contract';
import type { SettingsField } from '../form/fields.ts';

type Members = Readonly<Record<string, unknown>>;

const providers = [
  { value: '', label: 'Server passwords' },
  { value: 'google', label: 'Google' },
  { value: 'microsoft', label: 'Microsoft' },
  { value: 'custom', label: 'Other' },
];

/** The members of each provider, except those of the client. The API rejects other members. */
const providerMembers: Readonly<Record<string, readonly string[]>> = {
  google: [],
  microsoft: ['tenant'],
  custom: ['authorization_endpoint', 'token_endpoint', 'scope'],
};

/** All fields of the sign-in at a provider. */
export const authorizationFields = ({
  client_secret_set: isSecretSet,
}: Pick<MailboxAuthorization, 'client_secret_set'>): readonly SettingsField[] => [
  { name: 'provider', label: 'Sign in with', kind: 'choice', isNullable: true, options: providers },
  { name: 'client_id', label: 'Client ID', kind: 'line', isNullable: true, isHalf: true },
  {
    ...{ name: 'client_secret', label: 'Client secret', kind: 'password', isHalf: true },
    ...(isSecretSet && { hint: 'A secret is stored. Leave this empty to keep it.' }),
  },
  {
    ...{ name: 'tenant', label: 'Tenant', kind: 'line', isNullable: true, placeholder: 'common' },
    hint: 'The directory ID of your organization. Empty: any organization.',
  },
  {
    ...{ name: 'authorization_endpoint', label: 'Authorization endpoint', kind: 'line', isNullable: true },
    placeholder: 'https://id.example.com/authorize',
  },
  {
    ...{ name: 'token_endpoint', label: 'Token endpoint', kind: 'line', isNullable: true },
    placeholder: 'https://id.example.com/token',
  },
  { name: 'scope', label: 'Scopes', kind: 'line', isNullable: true, placeholder: 'mail offline_access' },
];

/** Selects the fields that a provider has. */
export const selectFields = (fields: readonly SettingsField[], provider: string): readonly SettingsField[] => {
  const members = providerMembers[provider];
  const shown = ['provider', ...(members ? ['client_id', 'client_secret', ...members] : [])];
  return fields.filter(({ name }) => shown.includes(name));
};

/** Builds the body of a PUT from the stored and changed members. Omits the members of other providers. */
export function buildAuthorization(stored: Members, change: Members) {
  const merged: Members = { ...stored, ...change };
  const provider = merged['provider'] as MailboxAuthorization['provider'];
  const members = provider === null ? [] : ['client_id', ...(providerMembers[provider] ?? [])];
  const { client_secret: secret } = change as { client_secret?: string };
  return {
    provider,
    ...Object.fromEntries(members.map(name => [name, merged[name]])),
    ...(provider !== null && secret !== undefined && { client_secret: secret }),
  };
}
