/** An enabled identity provider with the client of the desk. `client_secret` is null for a public client. */
export type UpstreamProvider = {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  trust_mfa: boolean;
};

/** The claims of a provider about an account. `emailVerified` is null if the claim is missing. */
export type UpstreamProfile = {
  subject: string;
  email: string | null;
  emailVerified: boolean | null;
  name: string | null;
};

/** Decides which person signs in with an account at a provider: see people/upstream-accounts.ts. */
export type UpstreamAccounts = {
  listProviders(): Promise<{ id: string; name: string }[]>;
  /** Lists the names of the enabled providers at which a person can sign in. */
  listLinkedProviders(personId: string): Promise<{ name: string }[]>;
  findProvider(id: string): Promise<UpstreamProvider | null>;
  isPasswordOff(personId: string): Promise<boolean>;
  /** `provenId` is the person whose password was checked after `password_required`. */
  signIn(
    providerId: string,
    profile: UpstreamProfile,
    provenId?: string | null,
  ): Promise<{ kind: 'person' | 'password_required'; personId: string; email: string } | { kind: 'no_account' }>;
  acceptInvitation(
    providerId: string,
    profile: UpstreamProfile,
    token: string,
  ): Promise<'accepted' | 'invalid_link' | 'linked_to_other'>;
};

export const noProviders: UpstreamAccounts = {
  listProviders: async () => [],
  listLinkedProviders: async () => [],
  findProvider: async () => null,
  isPasswordOff: async () => false,
  signIn: async () => ({ kind: 'no_account' }),
  acceptInvitation: async () => 'invalid_link',
};
