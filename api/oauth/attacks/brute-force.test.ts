import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { createSignInLimits } from '../accounts/sign-in-limits.ts';
import { openSignInForm } from '../testing/code-flow.ts';
import { addBffClient, addPerson, type TestPerson } from '../testing/oauth-server.ts';

type Attempt = { email: string; password?: string; from?: string; headers?: Record<string, string> };

let counter = 0;
const createIpAddress = () => `198.51.${counter >> 8}.${counter++ & 255}`;
const createEmail = () => `person-${counter++}@desk.example`;

/** Creates a function that submits the form with X-Forwarded-For and returns the status. */
const createAttempt = (api: () => TestApi) => {
  const open = async () => openSignInForm({ server: api(), bff: await addBffClient(api().database) });
  return async ({
    email,
    password = 'an incorrect password',
    from = createIpAddress(),
    headers = {},
  }: Attempt): Promise<number> => {
    const { browser, page } = await open();
    const body = new URLSearchParams({ email, password });
    const allHeaders = { 'X-Forwarded-For': from, ...headers };
    return (await browser.open(page.url, { method: 'POST', body, headers: allHeaders })).status;
  };
};

/** Records earlier failures without hashing passwords. */
const recordFailures = async (
  { database }: TestApi,
  count: number,
  target: { email?: string; from?: string },
): Promise<void> => {
  const limits = createSignInLimits(database, { clock: Date.now });
  for (let n = 0; n < count; n++) {
    await limits.attempt(target.from ?? createIpAddress(), target.email ?? createEmail(), async () => null);
  }
};

/** Spellings of an email address that belong to the same account. */
const spellings: Record<string, (email: string) => string> = {
  unchanged: email => email,
  'in capitals': email => email.toUpperCase(),
  'with spaces around it': email => ` ${email}\t\r\n`,
  'with no-break spaces around it': email => `\u00a0${email}\ufeff`,
  'with a Kelvin sign, whose lower case is k': email => email.replace('desk', 'des\u212a'),
};

const repeat = async (count: number, attempt: (n: number) => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push(await attempt(n));
  return statuses;
};

forEachApi(
  api => {
    const attempt = createAttempt(api);
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, createEmail());
    });
    const addUniquePerson = () => addPerson(api().database, createEmail());

    describe('guessing passwords', () => {
      it('429 after five failures on an account from one IP address, even with the correct password; 303 from a different address', async () => {
        const { email, password } = await addUniquePerson();
        const from = createIpAddress();
        await recordFailures(api(), 3, { email, from });
        assert.deepEqual(await repeat(3, () => attempt({ email, from })), [422, 422, 429]);
        assert.equal(await attempt({ email, password, from }), 429);
        assert.equal(await attempt({ email, password }), 303);
      });

      it('429 after 20 failures on an account from changing IP addresses, even for concurrent attempts or the correct password', async () => {
        const { email, password } = await addUniquePerson();
        await recordFailures(api(), 17, { email });
        const statuses = await Promise.all(Array.from({ length: 6 }, () => attempt({ email })));
        assert.deepEqual(statuses.sort(), [422, 422, 422, 429, 429, 429]);
        assert.equal(await attempt({ email, password }), 429);
      });

      it('429 after 100 failures from one IP address on any accounts, even for concurrent attempts; 303 from a different address', async () => {
        const from = createIpAddress();
        await recordFailures(api(), 97, { from });
        const statuses = await Promise.all(Array.from({ length: 6 }, () => attempt({ email: createEmail(), from })));
        assert.deepEqual(statuses.sort(), [422, 422, 422, 429, 429, 429]);
        assert.equal(await attempt({ ...person, from }), 429);
        assert.equal(await attempt(person), 303);
      });

      /** Requests a password change with a token through a proxy. Returns the status. */
      const change = async (token: string, current_password: string, from = createIpAddress()) => {
        const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': from };
        const body = { current_password, password: current_password };
        return (await api().call('PATCH', '/v1/people/me', { headers, body })).status;
      };

      it('429 after five password changes with an incorrect current password, even from changing IP addresses with changing tokens', async () => {
        const { email, password } = await addUniquePerson();
        const token = () => api().createTokenFor(email, ['people:write']);
        const sendInvalidPassword = async () => change(await token(), 'an incorrect password');
        assert.deepEqual(await repeat(6, sendInvalidPassword), [422, 422, 422, 422, 422, 429]);
        assert.equal(await change(await token(), password), 429);
      });

      it('200 for a password change with a token, even from an IP address with 100 failures on other accounts', async () => {
        const { email, password } = await addUniquePerson();
        const [token, from] = [await api().createTokenFor(email, ['people:write']), createIpAddress()];
        await recordFailures(api(), 100, { from });
        assert.equal(await attempt({ email, password, from }), 429, 'by the form');
        assert.equal(await change(token, password, from), 200);
      });

      it('429 once attempts with a token and in the sign-in form together reach the limit of the account', async () => {
        const { email } = await addUniquePerson();
        const token = await api().createTokenFor(email, ['people:write']);
        await recordFailures(api(), 19, { email });
        assert.equal(await change(token, 'an incorrect password'), 422);
        assert.equal(await attempt({ email }), 429);
        assert.equal(await change(token, 'an incorrect password'), 429);
      });

      for (const [how, write] of Object.entries(spellings)) {
        it(`429 for the sixth attempt at an unknown account; spelling of the email address: ${how}`, async () => {
          const target = { email: createEmail(), from: createIpAddress() };
          await recordFailures(api(), 4, target);
          assert.deepEqual(await repeat(2, () => attempt({ ...target, email: write(target.email) })), [422, 429]);
        });
      }

      it('422 for an email address that looks like the address of a person', async () => {
        const { email, password } = person;
        const alike = [
          ...[email.replace('desk', 'dеsk'), email.replace('d', 'ｄ'), email.replace('@', '+a@')],
          ...[`${email}.`, `${email}\0`, `"${email}"`],
        ];
        for (const each of alike) assert.equal(await attempt({ email: each, password }), 422, each);
      });

      it('429 even after a successful sign-in to a different account: it does not reset the failures', async () => {
        const { email } = await addUniquePerson();
        const from = createIpAddress();
        await recordFailures(api(), 4, { email, from });
        assert.equal(await attempt({ ...person, from }), 303);
        assert.deepEqual(await repeat(2, () => attempt({ email, from })), [422, 429]);
      });

      it('429 after five failures behind a proxy, regardless of the X-Forwarded-For that the caller sends', async () => {
        const { email } = await addUniquePerson();
        const seen = createIpAddress();
        await recordFailures(api(), 5, { email, from: seen });
        for (const forged of [createIpAddress(), 'unknown', '::1', `${seen}, ${createIpAddress()}`, '', ',']) {
          assert.equal(await attempt({ email, from: `${forged}, ${seen}` }), 429, forged);
        }
      });

      it('429 after five failures from addresses of one IPv6 /64 network', async () => {
        const email = createEmail();
        await recordFailures(api(), 3, { email, from: '2001:db8:0:7::/64' });
        const from = (n: number) => `2001:db8:0:7:${n}::${n}`;
        assert.deepEqual(await repeat(3, n => attempt({ email, from: from(n) })), [422, 422, 429]);
        assert.equal(await attempt({ email, from: '2001:db8:0:8::1' }), 422);
      });
    });
  },
  { trustProxy: 1 },
);

forEachApi(api => {
  it('429 after five failures without a proxy, regardless of the caller’s address headers', async () => {
    const attempt = createAttempt(api);
    const email = createEmail();
    await recordFailures(api(), 3, { email, from: '127.0.0.1' });
    const names = ['Forwarded', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-Forwarded-Host'];
    const statuses = await repeat(3, () =>
      attempt({ email, headers: Object.fromEntries(names.map(name => [name, createIpAddress()])) }),
    );
    assert.deepEqual(statuses, [422, 422, 429]);
  });
});
