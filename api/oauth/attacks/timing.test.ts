import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { measureCpuMilliseconds } from '../../testing/cpu-time.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { openSignInForm } from '../testing/code-flow.ts';
import { addBffClient, addPerson } from '../testing/oauth-server.ts';

const rounds = 5;

withApi(
  api => {
    describe('an invalid password', () => {
      it('gets the same response in similar time for known, unknown, disabled and passwordless accounts', async () => {
        const { database } = api();
        const addPersonWith = async (email: string, columns: object) => {
          const { id } = await addPerson(database, email);
          await database.transaction(async writes => {
            await writes.updateTable('people').set(columns).where('id', '=', id).execute();
          });
        };
        const password_hash = await hashPassword('correct horse battery');
        await addPersonWith('known@desk.example', { password_hash });
        await addPersonWith('disabled@desk.example', { password_hash, disabled: 1 });
        await addPersonWith('without@desk.example', { password_hash: null });
        const names = ['known', 'disabled', 'without', 'unknown'];
        const bff = await addBffClient(database);
        const times = new Map<string, number[]>(names.map(name => [name, []]));
        const responses = new Set<string>();

        // Alternates the accounts, and uses a new IP address each time, so that no limit is reached.
        for (let round = 0; round < rounds; round++) {
          for (const [index, name] of names.entries()) {
            const { browser, page } = await openSignInForm({ server: api(), bff });
            const email = `${name}@desk.example`;
            const body = new URLSearchParams({ email, password: 'an incorrect password' });
            const headers = { 'X-Forwarded-For': `203.0.${index}.${round}` };
            const time = await measureCpuMilliseconds(async () => {
              const { status, text } = await browser.open(page.url, { method: 'POST', body, headers });
              assert.equal(status, 422);
              const own = [email, page.url.split('/').at(-1) ?? ''];
              const shared = own.reduce((rest, each) => rest.replaceAll(each, ''), text);
              responses.add(shared.replace(/name="request" value="[^"]*"/g, ''));
            });
            times.get(name)?.push(time);
          }
        }
        assert.equal(responses.size, 1);
        // Other work of this process adds to some times, so only the minimum counts.
        const minimum = new Map([...times].map(([name, all]) => [name, Math.min(...all)]));
        const known = minimum.get('known') ?? 0;
        for (const [name, time] of minimum) {
          // Without hashing, an attempt would take a tenth of the time.
          assert.ok(time > known / 4 && time < known * 4, `${name}: ${JSON.stringify([...minimum])}`);
        }
      });
    });
  },
  { trustProxy: 1 },
);
