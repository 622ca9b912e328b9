import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withApi } from '../../testing/api.ts';
import { processorTime } from '../../testing/processor-time.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { openForm } from '../testing/code-flow.ts';
import { addBffClient, addPerson } from '../testing/server.ts';

const rounds = 5;

withApi(
  api => {
    describe('a wrong password', () => {
      it('takes as long, and is answered alike, whether there is such an account, and whatever is the matter with it', async () => {
        const { database } = api();
        const change = async (email: string, changed: object) => {
          const { id } = await addPerson(database, email);
          await database.transaction(async writes => {
            await writes.updateTable('people').set(changed).where('id', '=', id).execute();
          });
        };
        const password_hash = await hashPassword('correct horse battery');
        await change('known@desk.example', { password_hash });
        await change('disabled@desk.example', { password_hash, disabled: 1 });
        await change('without@desk.example', { password_hash: null });
        const names = ['known', 'disabled', 'without', 'unknown'];
        const bff = await addBffClient(database);
        const taken = new Map<string, number[]>(names.map(name => [name, []]));
        const answers = new Set<string>();

        // In turns; each from an address of its own, so that no limit is reached.
        for (let round = 0; round < rounds; round++) {
          for (const [index, name] of names.entries()) {
            const { browser, page } = await openForm({ server: api(), bff });
            const email = `${name}@desk.example`;
            const body = new URLSearchParams({ email, password: 'a wrong password' });
            const headers = { 'X-Forwarded-For': `203.0.${index}.${round}` };
            const time = await processorTime(async () => {
              const { status, text } = await browser.open(page.url, { method: 'POST', body, headers });
              assert.equal(status, 422);
              answers.add(text.replaceAll(email, '').replace(/name="request" value="[^"]*"/, ''));
            });
            taken.get(name)?.push(time);
          }
        }
        assert.equal(answers.size, 1);
        // What else this process does is added to some of them; the least is what it takes.
        const least = new Map([...taken].map(([name, all]) => [name, Math.min(...all)]));
        const known = least.get('known') ?? 0;
        for (const [name, time] of least) {
          // Without a hash to try the password on, it would be a tenth.
          assert.ok(time > known / 4 && time < known * 4, `${name}: ${JSON.stringify([...least])}`);
        }
      });
    });
  },
  { trustProxy: 1 },
);
