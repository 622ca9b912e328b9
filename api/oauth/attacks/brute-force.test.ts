import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { forEachApi, type TestApi } from '../../testing/api.ts';
import { createSignInLimits } from '../accounts/sign-in-limits.ts';
import { openForm } from '../testing/code-flow.ts';
import { addBffClient, addPerson, type TestPerson } from '../testing/server.ts';

type Try = { email: string; password?: string; from?: string; headers?: Record<string, string> };

let named = 0;
const anyAddress = () => `198.51.${named >> 8}.${named++ & 255}`;
const anyEmail = () => `person-${named++}@desk.example`;

/** Sends the form as a browser of its own each time, through a proxy that tells where it is; returns the status. */
const trying = (api: () => TestApi) => {
  const forms = async () => openForm({ server: api(), bff: await addBffClient(api().database) });
  return async ({ email, password = 'a wrong one', from = anyAddress(), headers = {} }: Try): Promise<number> => {
    const { browser, page } = await forms();
    const body = new URLSearchParams({ email, password });
    const sent = await browser.open(page.url, {
      method: 'POST',
      body,
      headers: { 'X-Forwarded-For': from, ...headers },
    });
    return sent.status;
  };
};

/** Failures that were before, without the cost of their hashes. */
const failBefore = async (
  { database }: TestApi,
  count: number,
  of: { email?: string; from?: string },
): Promise<void> => {
  const limits = createSignInLimits(database);
  for (let n = 0; n < count; n++) {
    await limits.attempt(of.from ?? anyAddress(), of.email ?? anyEmail(), async () => null);
  }
};

/** Ways to write one address that sign in to the same account. */
const ways: Record<string, (email: string) => string> = {
  'in capitals': email => email.toUpperCase(),
  'with spaces around it': email => ` ${email}\t\r\n`,
  'with spaces of other scripts around it': email => `\u00a0${email}\ufeff`,
  'with a letter that becomes another one in lower case': email => email.replace('desk', 'des\u212a'),
};

const times = async (count: number, attempt: (n: number) => Promise<number>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push(await attempt(n));
  return statuses;
};

forEachApi(
  api => {
    const attempt = trying(api);
    let person: TestPerson;
    before(async () => {
      person = await addPerson(api().database, anyEmail());
    });
    const somebody = () => addPerson(api().database, anyEmail());

    describe('guessing passwords', () => {
      it('429 from the sixth try of one address on, for the right one too; from elsewhere 303', async () => {
        const { email, password } = await somebody();
        const from = anyAddress();
        await failBefore(api(), 3, { email, from });
        assert.deepEqual(await times(3, () => attempt({ email, from })), [422, 422, 429]);
        assert.equal(await attempt({ email, password, from }), 429);
        assert.equal(await attempt({ email, password }), 303);
      });

      it('429 from the twenty-first on from ever new addresses, for the right one too; 20 at the most at once', async () => {
        const { email, password } = await somebody();
        await failBefore(api(), 17, { email });
        const statuses = await Promise.all(Array.from({ length: 6 }, () => attempt({ email })));
        assert.deepEqual(statuses.sort(), [422, 422, 422, 429, 429, 429]);
        assert.equal(await attempt({ email, password }), 429);
      });

      it('429 after a hundred failures of one address at whatever accounts, at once too; another address goes on', async () => {
        const from = anyAddress();
        await failBefore(api(), 97, { from });
        const statuses = await Promise.all(Array.from({ length: 6 }, () => attempt({ email: anyEmail(), from })));
        assert.deepEqual(statuses.sort(), [422, 422, 422, 429, 429, 429]);
        assert.equal(await attempt({ ...person, from }), 429);
        assert.equal(await attempt(person), 303);
      });

      /** Tries to set a password by a token, through a proxy that tells where it is. */
      const change = async (token: string, current_password: string, from = anyAddress()) => {
        const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': from };
        const body = { current_password, password: current_password };
        return (await api().call('PATCH', '/v1/people/me', { headers, body })).status;
      };

      it('429 from the sixth try by tokens on, from ever new addresses and with ever new tokens', async () => {
        const { email, password } = await somebody();
        const token = () => api().tokenOf(email, ['people:write']);
        const wrong = async () => change(await token(), 'a wrong one');
        assert.deepEqual(await times(6, wrong), [422, 422, 422, 422, 422, 429]);
        assert.equal(await change(await token(), password), 429);
      });

      it('200 for one’s own by a token from an address where others have failed too often', async () => {
        const { email, password } = await somebody();
        const [token, from] = [await api().tokenOf(email, ['people:write']), anyAddress()];
        await failBefore(api(), 100, { from });
        assert.equal(await attempt({ email, password, from }), 429, 'by the form');
        assert.equal(await change(token, password, from), 200);
      });

      it('tries by a token and by the form count together for the account', async () => {
        const { email } = await somebody();
        const token = await api().tokenOf(email, ['people:write']);
        await failBefore(api(), 19, { email });
        assert.equal(await change(token, 'a wrong one'), 422);
        assert.equal(await attempt({ email }), 429);
        assert.equal(await change(token, 'a wrong one'), 429);
      });

      for (const [how, write] of Object.entries(ways)) {
        it(`429 for the sixth when the address is written ${how}`, async () => {
          const of = { email: anyEmail(), from: anyAddress() };
          await failBefore(api(), 4, of);
          assert.deepEqual(await times(2, () => attempt({ ...of, email: write(of.email) })), [422, 429]);
        });
      }

      it('422 for an address that only looks alike, which is nobody’s', async () => {
        const { email, password } = person;
        const alike = [
          email.replace('desk', 'dеsk'),
          email.replace('@', '+a@'),
          `${email}.`,
          `${email}\0`,
          email.replace('d', 'ｄ'),
          `"${email}"`,
        ];
        for (const each of alike) assert.equal(await attempt({ email: each, password }), 422, each);
      });

      it('a sign-in of one’s own in between does not make the tries at another account forgotten', async () => {
        const { email } = await somebody();
        const from = anyAddress();
        await failBefore(api(), 4, { email, from });
        assert.equal(await attempt({ ...person, from }), 303);
        assert.deepEqual(await times(2, () => attempt({ email, from })), [422, 429]);
      });

      it('429 alike for an account there is not', async () => {
        const of = { from: anyAddress(), email: anyEmail() };
        await failBefore(api(), 4, of);
        assert.deepEqual(await times(2, () => attempt(of)), [422, 429]);
      });

      it('429 behind a proxy, whatever the caller says beside what the proxy saw', async () => {
        const { email } = await somebody();
        const saw = anyAddress();
        await failBefore(api(), 5, { email, from: saw });
        for (const said of [anyAddress(), 'unknown', '::1', `${saw}, ${anyAddress()}`, '', ',']) {
          assert.equal(await attempt({ email, from: `${said}, ${saw}` }), 429, said);
        }
      });

      it('429 from anywhere in one network of IPv6, which is one connection', async () => {
        const email = anyEmail();
        await failBefore(api(), 3, { email, from: '2001:db8:0:7::/64' });
        const from = (n: number) => `2001:db8:0:7:${n}::${n}`;
        assert.deepEqual(await times(3, n => attempt({ email, from: from(n) })), [422, 422, 429]);
        assert.equal(await attempt({ email, from: '2001:db8:0:8::1' }), 422);
      });
    });
  },
  { trustProxy: 1 },
);

forEachApi(api => {
  it('429 without a proxy, wherever the caller says that it is', async () => {
    const attempt = trying(api);
    const email = anyEmail();
    await failBefore(api(), 3, { email, from: '127.0.0.1' });
    const names = ['Forwarded', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'CF-Connecting-IP', 'X-Forwarded-Host'];
    const statuses = await times(3, () =>
      attempt({ email, headers: Object.fromEntries(names.map(name => [name, anyAddress()])) }),
    );
    assert.deepEqual(statuses, [422, 422, 429]);
  });
});
