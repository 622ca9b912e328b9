import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import fc from 'fast-check';
import { autoCreateRoles, type Role, roles } from '#contract/enums';
import { commandActor } from '../database/audit-log.ts';
import { createLinkToken, insertLink } from '../database/one-time-links.ts';
import { createIdentityProviderStore, type IdentityProviderStore } from '../identity-providers/store.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { forEachEngine } from '../testing/engines.ts';
import { testSecretKeys } from '../testing/secret-keys.ts';
import type { IdentityRow } from './identities/representation.ts';
import { selectIdentities } from './identities/store.ts';
import type { PersonRow } from './representation.ts';
import { createPersonStore } from './store.ts';
import { createUpstreamAccounts, type UpstreamAccounts } from './upstream-accounts.ts';

/** The domain of the address of each person. */
const domain = 'one.example';
const domains = [domain, 'two.example'];
const locals = ['ada', 'bo', 'cy'];
const issuers = ['https://first', 'https://second'];

const mostly = fc.constantFrom(true, true, true, false);
const arbitraryPerson = fc.record({
  role: fc.constantFrom<Role>('admin', ...roles),
  disabled: mostly.map(isEnabled => !isEnabled),
});
const arbitraryProvider = fc.record({
  domains: fc.constantFrom([domain], domains, domains.slice(1), []),
  trust_unverified_email: fc.boolean(),
  auto_create: fc.option(fc.record({ role: fc.constantFrom(...autoCreateRoles) })),
  enabled: mostly,
});
const personIndex = fc.nat({ max: 2 });
const arbitrarySignIn = fc.record({
  provider: fc.nat({ max: 1 }),
  subject: fc.constantFrom('s1', 's2', 's3'),
  local: fc.constantFrom(...locals, 'ADA', 'new'),
  domain: fc.constantFrom(domain, domain, ...domains, 'evil.example'),
  hasEmail: mostly,
  emailVerified: fc.constantFrom(true, true, false, null),
  /** The person whose password is entered. `own` is the person with the same local part. */
  proven: fc.oneof(fc.constant('own' as const), fc.option(personIndex)),
  /** The person whose invitation is used. */
  invited: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: personIndex }),
});

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type SignIn = Drawn<typeof arbitrarySignIn>;
type Provider = Drawn<typeof arbitraryProvider> & { id: string; issuer: string };
type Desk = { people: PersonRow[]; identities: IdentityRow[] };
type Step = { signIn: SignIn; provider: Provider; email: string | null; proven: string | null; invited: string | null };

/** Returns the rule that allows the new identity of a step. @throws AssertionError if no rule allows it */
const findRule = (
  identity: IdentityRow,
  { signIn, provider, email, proven, invited }: Step,
  earlier: Desk,
  later: Desk,
): 'invitation' | 'address' | 'password' | 'creation' => {
  const owner = later.people.find(({ id }) => id === identity.person_id);
  const created = later.people.slice(earlier.people.length);
  assert.ok(owner?.disabled === 0 && provider.enabled);
  assert.deepEqual([identity.issuer, identity.subject, identity.email], [provider.issuer, signIn.subject, email]);
  if (invited !== null) {
    assert.deepEqual([owner.id, created], [invited, []]);
    return 'invitation';
  }
  assert.ok(signIn.emailVerified ?? provider.trust_unverified_email);
  assert.ok(provider.domains.includes(signIn.domain));
  assert.equal(owner.email.toLowerCase(), email?.toLowerCase());
  if (created.length > 0) {
    assert.deepEqual([created, roles[owner.role]], [[owner], provider.auto_create?.role]);
    return 'creation';
  }
  const own = earlier.identities.filter(each => each.person_id === owner.id && each.issuer === provider.issuer);
  assert.deepEqual(own, []);
  if (roles[owner.role] !== 'admin') return 'address';
  assert.equal(proven, owner.id);
  return 'password';
};

forEachEngine(database => {
  const people = createPersonStore();
  let identityProviders: IdentityProviderStore;
  let accounts: UpstreamAccounts;
  let run = 0;
  const actor = commandActor(Date.now());

  before(() => {
    identityProviders = createIdentityProviderStore(createSecrets(testSecretKeys));
    accounts = createUpstreamAccounts({
      ...{ database: database(), people, identityProviders, allowsPasswords: false },
      ...{ revokeAccess: async () => {}, clock: Date.now },
    });
  });

  const addPerson = (fields: Drawn<typeof arbitraryPerson>, local: string) =>
    database().transaction(writes =>
      people.insert(writes, { ...fields, name: 'Ada', email: `${local}@${domain}` }, null, actor),
    );
  const addProvider = async (fields: Drawn<typeof arbitraryProvider>, issuer: string): Promise<Provider> => {
    const draft = { ...fields, issuer, name: 'Login', client_id: 'desk', trust_mfa: false };
    const { id } = await database().transaction(writes => identityProviders.insert(writes, draft, actor));
    return { ...fields, id, issuer };
  };
  const readDesk = async (): Promise<Desk> => ({
    people: await people.findAll(database().read),
    identities: await selectIdentities(database().read).orderBy('identities.n').execute(),
  });

  /** Performs a step. @returns the id of the person who is signed in, or null */
  const perform = async ({ signIn, provider, email, proven, invited }: Step): Promise<string | null> => {
    const profile = { subject: signIn.subject, email, emailVerified: signIn.emailVerified, name: null };
    if (invited === null) {
      const result = await accounts.signIn(provider.id, profile, proven);
      return result.kind === 'person' ? result.personId : null;
    }
    const token = createLinkToken();
    const link = { kind: 'invitation', personId: invited, createdBy: null, deliveryId: null } as const;
    await database().transaction(writes => insertLink(writes, link, { token, now: Date.now() }));
    await accounts.acceptInvitation(provider.id, profile, token);
    return null;
  };

  it('a sign-in at an identity provider links an account only by rules 2, 3 and 4 of OPERATIONS.md', async () => {
    const uses = { invitation: 0, address: 0, password: 0, creation: 0 };
    const checkStep = async (step: Step) => {
      const earlier = await readDesk();
      const signedIn = await perform(step);
      const later = await readDesk();
      const { issuer } = step.provider;
      if (signedIn !== null) {
        const used = later.identities.find(each => each.issuer === issuer && each.subject === step.signIn.subject);
        const isEnabled = later.people.some(({ id, disabled }) => id === signedIn && disabled === 0);
        assert.deepEqual([used?.person_id, isEnabled, step.provider.enabled], [signedIn, true, true]);
      }
      const [added, ...more] = later.identities.slice(earlier.identities.length);
      assert.deepEqual([later.identities.slice(0, earlier.identities.length), more], [earlier.identities, []]);
      if (added === undefined) assert.deepEqual(later.people, earlier.people);
      else uses[findRule(added, step, earlier, later)]++;
    };
    const property = fc.asyncProperty(
      fc.tuple(arbitraryPerson, arbitraryPerson, arbitraryPerson),
      fc.tuple(arbitraryProvider, arbitraryProvider),
      fc.array(arbitrarySignIn, { minLength: 1, maxLength: 12 }),
      async (drawnPeople, drawnProviders, signIns) => {
        const suffix = `-${++run}`;
        const ids: string[] = [];
        for (const [n, fields] of drawnPeople.entries())
          ids.push((await addPerson(fields, `${locals[n]}${suffix}`)).id);
        const providers: Provider[] = [];
        for (const [n, fields] of drawnProviders.entries())
          providers.push(await addProvider(fields, `${issuers[n]}${suffix}.example`));
        const getId = (n: number | null) => (n === null ? null : (ids[n] ?? null));
        for (const signIn of signIns) {
          const provider = providers[signIn.provider];
          assert.ok(provider);
          const email = signIn.hasEmail ? `${signIn.local}${suffix}@${signIn.domain}` : null;
          const own = locals.indexOf(signIn.local.toLowerCase());
          const proven = getId(signIn.proven === 'own' ? own : signIn.proven);
          const invited = getId(signIn.invited);
          await checkStep({ signIn, provider, email, proven, invited });
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
    for (const [rule, count] of Object.entries(uses)) assert.ok(count > 0, `no link by ${rule}`);
  });
});
