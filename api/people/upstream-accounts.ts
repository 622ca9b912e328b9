import { personFields } from '#contract';
import type { IdentityProviderDraft } from '#contract/identity-providers';
import type { Database, Queries, WriteTransaction } from '../database/database.ts';
import { consumeLink, findLink, getLinkKind } from '../database/one-time-links.ts';
import { readSettings } from '../database/settings.ts';
import {
  findBySubject,
  hasIdentityOf,
  insertIdentity,
  isPasswordSignInOff,
  listLinkedProviders,
} from './identities/store.ts';
import { isAdministrator, type PersonRow } from './representation.ts';
import type { PersonStore } from './store.ts';

/** An enabled identity provider. */
type Provider = IdentityProviderDraft & { id: string };

type Dependencies = {
  database: Database;
  people: PersonStore;
  identityProviders: {
    findEnabled(queries: Queries, id: string): Promise<Provider | null>;
    listEnabled(queries: Queries): Promise<{ id: string; name: string }[]>;
    readSecret(queries: Queries, id: string): Promise<string | null>;
  };
  /** Whether everyone may sign in with a password, regardless of the settings. */
  allowsPasswords: boolean;
  /** Revokes all of a person's sessions and grants. */
  revokeAccess(writes: WriteTransaction, personId: string): Promise<void>;
  clock: () => number;
};

/** The claims of a provider about an account. `emailVerified` is null if the claim is missing. */
type Profile = { subject: string; email: string | null; emailVerified: boolean | null; name: string | null };

/** `password_required`: the person is an administrator, who must first enter the password for the desk. */
type SignInResult = { kind: 'person' | 'password_required'; personId: string; email: string } | { kind: 'no_account' };

const noAccount = { kind: 'no_account' } as const;

/** Decides which person signs in with an account at an identity provider. */
export type UpstreamAccounts = ReturnType<typeof createUpstreamAccounts>;

export const createUpstreamAccounts = ({
  database,
  people,
  identityProviders,
  allowsPasswords,
  revokeAccess,
  clock,
}: Dependencies) => {
  const link = async (writes: WriteTransaction, person: PersonRow, { issuer }: Provider, profile: Profile) => {
    const { subject, email } = profile;
    const actor = { personId: person.id, clientId: null, now: clock() };
    await insertIdentity(writes, person, { issuer, subject, email }, actor);
  };

  /** Creates the person of an account, never as an administrator. */
  const create = (writes: WriteTransaction, role: 'viewer' | 'agent', email: string, name: string | null) => {
    const fields = { name: name ?? email.slice(0, email.lastIndexOf('@')), email, role, disabled: false };
    return people.insertSelf(writes, fields, clock());
  };

  /** Finds the person of rule 3 of OPERATIONS.md, or creates the person of rule 4. Null if neither rule applies. */
  const findOrCreatePerson = async (
    writes: WriteTransaction,
    provider: Provider,
    { profile, emailOwner }: { profile: Profile; emailOwner: PersonRow | null },
  ): Promise<PersonRow | null> => {
    const email = getTrustedAddress(provider, profile);
    if (email === null) return null;
    if (emailOwner !== null)
      return emailOwner.disabled === 1 || (await hasIdentityOf(writes, emailOwner, provider.issuer))
        ? null
        : emailOwner;
    if (provider.auto_create === null || (await people.findByEmail(writes, email)) !== null) return null;
    return create(writes, provider.auto_create.role, email, profile.name);
  };

  return {
    listProviders: () => identityProviders.listEnabled(database.read),

    listLinkedProviders: (personId: string) => listLinkedProviders(database.read, personId),

    /** Finds an enabled provider with its client secret; null without a match. */
    async findProvider(id: string) {
      const provider = await identityProviders.findEnabled(database.read, id);
      return provider && { ...provider, client_secret: await identityProviders.readSecret(database.read, id) };
    },

    /** Returns whether a person may sign in only at an identity provider. */
    async isPasswordOff(personId: string): Promise<boolean> {
      if (allowsPasswords || (await readSettings(database.read)).password_sign_in) return false;
      return isPasswordSignInOff(database.read, personId);
    },

    /**
     * Finds the person of an account. An unknown account is linked to the person with its trusted address, or gets a
     * new person. `provenId` is the person whose password was checked after `password_required`.
     */
    signIn: (providerId: string, profile: Profile, provenId: string | null = null): Promise<SignInResult> =>
      database.transaction(async writes => {
        const provider = await identityProviders.findEnabled(writes, providerId);
        if (provider === null) return noAccount;
        // Locked first: of two concurrent sign-ins, the second finds the identity of the first.
        const emailOwner = await lockByEmail(people, writes, profile.email);
        const identity = await findBySubject(writes, provider.issuer, profile.subject);
        if (identity !== null) return toResult(await people.findPerson(writes, identity.person_id));
        const person = await findOrCreatePerson(writes, provider, { profile, emailOwner });
        if (person === null) return noAccount;
        if (isAdministrator(person) && provenId !== person.id)
          return { kind: 'password_required', personId: person.id, email: person.email };
        await link(writes, person, provider, profile);
        return toResult(person);
      }),

    /** Uses an invitation: links an account to the invited person. */
    acceptInvitation: (
      providerId: string,
      profile: Profile,
      token: string,
    ): Promise<'accepted' | 'invalid_link' | 'linked_to_other'> =>
      database.transaction(async writes => {
        const provider = await identityProviders.findEnabled(writes, providerId);
        const invitation = await findLink(writes, token, clock());
        const person = invitation && (await people.findPerson(writes, invitation.person_id));
        if (provider === null || invitation === null || !person || person.disabled === 1) return 'invalid_link';
        if (getLinkKind(invitation) !== 'invitation') return 'invalid_link';
        const identity = await findBySubject(writes, provider.issuer, profile.subject);
        if (identity !== null && identity.person_id !== person.id) return 'linked_to_other';
        if (!(await consumeLink(writes, invitation))) return 'invalid_link';
        await revokeAccess(writes, person.id);
        if (identity === null) await link(writes, person, provider, profile);
        return 'accepted';
      }),
  };
};

const lockByEmail = async (
  people: PersonStore,
  writes: WriteTransaction,
  email: string | null,
): Promise<PersonRow | null> => {
  const person = email === null ? null : await people.findPersonByEmail(writes, email);
  return person && people.findPerson(writes, person.id);
};

const toResult = (person: PersonRow | null): SignInResult =>
  person === null || person.disabled === 1 ? noAccount : { kind: 'person', personId: person.id, email: person.email };

/**
 * Returns the address of an account if it can identify a person, or null. It must be verified or trusted, and in a
 * listed domain.
 */
const getTrustedAddress = (
  { domains, trust_unverified_email: trustsUnknown }: Provider,
  { email, emailVerified }: Profile,
): string | null => {
  if (email === null || !(emailVerified ?? trustsUnknown)) return null;
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.includes(domain) && personFields.email.safeParse(email).success ? email : null;
};
