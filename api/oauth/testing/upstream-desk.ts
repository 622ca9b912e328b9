import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import type { Identity, IdentityProvider, Person, Role } from '#contract';
import type { TestApi } from '../../testing/api.ts';
import { cheapHash } from './cheap-hash.ts';
import { startUpstreamProvider, type UpstreamTestProvider } from './upstream-provider.ts';
import { createUpstreamSteps } from './upstream-steps.ts';

const as = 'admin';
let count = 0;

/**
 * Creates a desk with two identity providers. Before each test, enables `upstream` and disables `other`. The ID tokens
 * of `other` contain only the subject.
 */
export const createUpstreamDesk = (api: () => TestApi) => {
  let upstream: UpstreamTestProvider;
  let other: UpstreamTestProvider;

  const send = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await api().call<Body>(method, path, { as, ...(body && { body }) });
    assert.ok(response.status < 300, response.text);
    return response.body;
  };
  const setProvider = (change: object = {}, { settings } = upstream, id = 'main') =>
    send<IdentityProvider>('PUT', `/v1/identity_providers/${id}`, {
      ...settings,
      domains: ['desk.example'],
      ...change,
    });
  const addPerson = (fields: object = {}) =>
    send<Person>('POST', '/v1/people', { name: 'Nora', email: `upstream-${++count}@desk.example`, ...fields });

  before(async () => {
    const redirectUri = (id: string) => `${api().url}/oauth/upstream/${id}/callback`;
    upstream = await startUpstreamProvider(redirectUri('main'));
    other = await startUpstreamProvider(redirectUri('other'), { usesUserInfo: true });
  });
  after(() => Promise.all([upstream.close(), other.close()]));
  beforeEach(async () => {
    upstream.changeIdToken = claims => claims;
    await api().call('PATCH', '/v1/identity_providers/other', { as, body: { enabled: false } });
    await setProvider();
  });

  return {
    ...createUpstreamSteps(api),
    get upstream() {
      return upstream;
    },
    get other() {
      return other;
    },
    /** Sends a request as an administrator. @throws AssertionError unless it succeeds */
    send,
    /** Stores the settings of a provider, by default of `upstream`, for the addresses of `desk.example`. */
    setProvider,
    addPerson,
    async addWithPassword(role: Role): Promise<Person> {
      const person = await addPerson({ role });
      await api().database.transaction(writes =>
        writes.updateTable('people').set({ password_hash: cheapHash }).where('id', '=', person.id).execute(),
      );
      return person;
    },
    listIdentities: ({ url }: Person) => send<Identity[]>('GET', `${url}/identities`),
    /** Chooses the account that signs in next, by default with a verified address. */
    use(claims: object, provider = upstream): void {
      provider.account = { sub: `account-${++count}`, email_verified: true, ...claims };
    },
  };
};
