import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fileSystem from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailbox } from '#contract';
import { createDatabaseDriver } from '../files/database-driver.ts';
import { createDiskDriver } from '../files/disk-driver.ts';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  let mails: string;
  let token: string;

  before(async () => {
    const body = { name: 'Uploads', address: 'uploads@desk.example' };
    const mailbox = await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body });
    mails = `/v1/mailboxes/${mailbox.body.id}/mails`;
    token = await api().createRoleToken('agent', ['mail:write', 'messages:write', 'messages:read']);
  });

  /** Counts the partly stored uploads. Each has four chunks in the store, or a file on disk. */
  const countUnfinished = async () => {
    const chunks = api()
      .database.read.selectFrom('file_chunks')
      .select(({ fn }) => fn.countAll().as('count'));
    const { count } = await chunks.executeTakeFirstOrThrow();
    const folder = join(String(api().environment['DATA_DIR']), 'files', 'tmp');
    return Math.floor(Number(count) / 4) + (await fileSystem.readdir(folder).catch(() => [])).length;
  };
  const waitForUnfinished = async (count: number) => {
    while ((await countUnfinished()) !== count) await pause(10);
  };
  /** Starts an upload and sends a part of it. */
  const startUpload = (path: string): Socket => {
    const socket = connect(Number(new URL(api().url).port), 'localhost').on('error', () => {});
    const headers = `Host: desk\r\nAuthorization: Bearer ${token}\r\nContent-Type: message/rfc822\r\n`;
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}Content-Length: 3000000\r\n\r\n`);
    socket.write(Buffer.alloc(1_500_000, 'a'));
    return socket;
  };

  it('deletes the stored parts of 50 uploads that stop in the middle', async () => {
    for (let stopped = 0; stopped < 50; stopped += 10) {
      const sockets = Array.from({ length: 10 }, () => startUpload(mails));
      await waitForUnfinished(10);
      for (const socket of sockets) socket.destroy();
      await waitForUnfinished(0);
    }
    const files = await api().database.read.selectFrom('stored_files').select('sha256').execute();
    assert.deepEqual(files, []);
  });

  it('413 in the middle of an upload, then 200 for a request on the same connection', async () => {
    const socket = connect(Number(new URL(api().url).port), 'localhost');
    const responses = text(socket);
    const sender = `Host: desk\r\nAuthorization: Bearer ${token}\r\nContent-Type: message/rfc822\r\n`;
    socket.write(`POST /v1/attachments HTTP/1.1\r\n${sender}Transfer-Encoding: chunked\r\n\r\n`);
    const mebibyte = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < 30; sent++) {
      socket.write('100000\r\n');
      if (!socket.write(Buffer.concat([mebibyte, Buffer.from('\r\n')]))) await once(socket, 'drain');
    }
    socket.write(`0\r\n\r\nGET /v1/limits HTTP/1.1\r\n${sender}Connection: close\r\n\r\n`);
    assert.deepEqual((await responses).match(/(?<=^HTTP\/1\.1 )\d+/gm), ['413', '200']);
  });

  it("429 with Retry-After for a person's fifth concurrent file, but not for other people or mail", async () => {
    const upload = (as: 'agent' | 'admin') => api().call('POST', '/v1/attachments', { as, text: 'cell' });
    const sockets = [1, 2, 3, 4].map(() => startUpload('/v1/attachments'));
    await waitForUnfinished(4);
    const rejected = await upload('agent');
    assert.deepEqual([rejected.status, rejected.headers.get('retry-after')], [429, '5']);
    assert.ok(Number(rejected.headers.get('x-rate-limit-remaining')) > 0, 'the rate limit is not exhausted');
    assert.equal((await upload('admin')).status, 201);
    const mail = { as: 'agent', text: 'Subject: A\r\n\r\nb', type: 'message/rfc822' } as const;
    assert.equal((await api().call('POST', mails, mail)).status, 201);
    for (const socket of sockets) socket.destroy();
    await waitForUnfinished(0);
    assert.equal((await upload('agent')).status, 201);
  });

  it('503 while the file storage is full, and 201 afterwards', async () => {
    const { files, database, environment } = api();
    const fail = (code: string) => async () => Promise.reject(Object.assign(new Error('The disk is full.'), { code }));
    const working = files.drivers[files.driver];
    files.drivers[files.driver] = {
      disk: createDiskDriver(environment.DATA_DIR, { ...fileSystem, mkdir: fail('ENOSPC') }),
      database: createDatabaseDriver({ read: database.read, transaction: fail('53100') }),
    }[files.driver];
    const upload = () => api().call('POST', '/v1/attachments', { text: 'x'.repeat(1_500_000) });
    const rejected = await upload();
    files.drivers[files.driver] = working;
    assert.deepEqual([rejected.status, rejected.headers.has('Retry-After')], [503, true]);
    assert.equal((await upload()).status, 201);
  });
});
