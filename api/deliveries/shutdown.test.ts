import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from '#contract';
import { addOneAdministrator } from '../testing/administrators.ts';
import { type ApiProcess, startApiProcess } from '../testing/api-process.ts';
import { createSender } from '../testing/outages.ts';
import { createTestDatabase, testProfile } from '../testing/postgres.ts';
import { startMailServer } from './testing/mail-server.ts';

/** How long another process may take to continue the work of a stopped process. */
const maxMilliseconds = 6000;

describe('SIGTERM while a mail is being sent', { concurrency: true }, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`ends the process with exit code 0, and another process sends the mail once: ${engine}`, async t => {
      const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-shutdown-'));
      const database = engine === 'postgres' ? await createTestDatabase() : undefined;
      const server = await startMailServer();
      const processes: ApiProcess[] = [];
      t.after(async () => {
        await Promise.all(processes.map(api => api.stop('SIGKILL')));
        await server.close();
        await database?.drop();
        await rm(dataDir, { recursive: true });
      });
      const token = await addOneAdministrator({ dataDir, databaseUrl: database?.databaseUrl });
      const store = {
        DATA_DIR: dataDir,
        ...(database && { DATABASE_URL: database.databaseUrl, DATABASE_PROFILE: testProfile }),
      };
      const start = async (): Promise<ApiProcess> => {
        const api = await startApiProcess({ ...store, SAMPLE_DATA: 'false' });
        processes.push(api);
        return api;
      };
      const first = await start();
      let api = first;
      const sendTo = createSender(
        () => api,
        () => token,
      );
      const send = async (method: string, path: string, body?: object) => {
        const { status, text } = await sendTo(method, path, body);
        assert.ok(status < 300, text);
        return JSON.parse(text);
      };

      const outbound = { host: '127.0.0.1', port: server.port, security: 'none' };
      await send('PUT', '/v1/mailboxes/b', { name: 'Support', address: 'support@desk.example' });
      await send('PUT', '/v1/mailboxes/b/connection', { outbound });
      await send('PATCH', '/v1/mailboxes/b', { transport: 'smtp' });
      await send('PUT', '/v1/tickets/t', { subject: 'Late', customer_email: 'ada@shop.example', mailbox_id: 'b' });
      const reached = Promise.withResolvers<void>();
      server.script = {
        onRecipient() {
          reached.resolve();
          return 'silence';
        },
      };
      const { delivery_id } = await send('POST', '/v1/tickets/t/messages', { body: 'It is on its way.' });
      await reached.promise;
      api = await start();

      const arrived = Promise.withResolvers<number>();
      server.script = { onData: () => void arrived.resolve(performance.now()) as undefined };
      const since = performance.now();
      assert.equal(await first.stop('SIGTERM'), 0);
      const milliseconds = (await arrived.promise) - since;
      assert.ok(milliseconds < maxMilliseconds, `after ${milliseconds} ms`);
      const read = (): Promise<Delivery> => send('GET', `/v1/deliveries/${delivery_id}`);
      while ((await read()).state !== 'sent') await pause(20);
      assert.partialDeepStrictEqual(await read(), { attempts: 1, may_be_duplicate: false });
      assert.equal(server.arrived.length, 1);
    });
  }
});
