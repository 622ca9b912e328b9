import type { IdentityProvider } from '#contract';
import type { SettingsField } from '../form/fields.ts';

export const newProviderFields: readonly SettingsField[] = [
  { name: 'name', label: 'Name', kind: 'line', hint: 'The button says “Continue with …”.' },
  {
    ...{ name: 'issuer', label: 'Issuer', kind: 'line', placeholder: 'https://login.example.com' },
    hint: 'The address before /.well-known/openid-configuration',
  },
  { name: 'client_id', label: 'Client ID', kind: 'line', isHalf: true },
  { name: 'client_secret', label: 'Client secret', kind: 'password', isHalf: true },
  {
    ...{ name: 'domains', label: 'Domains', kind: 'words', placeholder: 'example.com' },
    hint: 'Only people with an email address in these domains are linked or created automatically. Separate domains with commas.',
  },
];

/** All fields of a stored provider. */
export const providerFields = ({
  client_secret_set: isSecretSet,
}: Pick<IdentityProvider, 'client_secret_set'>): readonly SettingsField[] => [
  ...newProviderFields.map(field =>
    field.name === 'client_secret' && isSecretSet
      ? { ...field, hint: 'A secret is stored. Leave this empty to keep it.' }
      : field,
  ),
  {
    ...{ name: 'auto_create.role', label: 'People without an account', kind: 'choice', isNullable: true },
    options: [
      { value: '', label: 'Need an invitation' },
      { value: 'viewer', label: 'Become viewers' },
      { value: 'agent', label: 'Become agents' },
    ],
  },
  {
    ...{ name: 'trust_unverified_email', label: 'Trust unverified addresses', kind: 'switch' },
    hint: 'Only for a provider that never says whether an address is verified, such as Microsoft.',
  },
  {
    ...{ name: 'trust_mfa', label: 'Trust its second factor', kind: 'switch' },
    hint: 'People who use a second factor at the provider are not asked for another one here.',
  },
  { name: 'enabled', label: 'Show on the sign-in page', kind: 'switch' },
];

/** Converts an empty role to `auto_create: null`, as the API expects. */
export const toProviderChange = ({ auto_create: autoCreate, ...change }: ProviderChange): ProviderChange => ({
  ...change,
  ...(autoCreate !== undefined && { auto_create: autoCreate?.role ? autoCreate : null }),
});

type ProviderChange = Partial<Pick<IdentityProvider, 'auto_create'>>;
