import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailbox } from '#contract';
import { forEachApi } from '../testing/api.ts';

forEachApi(api => {
  let path: string;
  let head: string;

  before(async () => {
    const body = { name: 'Uploads', address: 'uploads@desk.example' };
    const mailbox = await api().call<Mailbox>('POST', '/v1/mailboxes', { as: 'admin', body });
    path = `/v1/mailboxes/${mailbox.body.id}/mails`;
    const token = await api().createRoleToken('agent', ['mail:write']);
    head = `POST ${path} HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer ${token}\r\nContent-Type: message/rfc822\r\n`;
  });

  const countIncomplete = async () => {
    const files = api().database.read.selectFrom('stored_files').select('id').where('complete', '=', 0);
    return (await files.execute()).length;
  };
  const waitFor = async (incomplete: number) => {
    while ((await countIncomplete()) !== incomplete) await pause(10);
  };
  /** Starts an upload and sends enough of it that chunks are stored. */
  const startUpload = (): Socket => {
    const socket = connect(Number(new URL(api().url).port), 'localhost').on('error', () => {});
    socket.write(`${head}Content-Length: 3000000\r\n\r\n`);
    socket.write(Buffer.alloc(1_500_000, 'a'));
    return socket;
  };

  it('50 uploads that stop in the middle leave nothing', async () => {
    for (let stopped = 0; stopped < 50; stopped += 10) {
      const sockets = Array.from({ length: 10 }, startUpload);
      await waitFor(10);
      for (const socket of sockets) socket.destroy();
      await waitFor(0);
    }
    const [left, chunks] = await Promise.all(
      (['stored_files', 'file_chunks'] as const).map(table =>
        api()
          .database.read.selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst(),
      ),
    );
    assert.deepEqual([Number(left?.count), Number(chunks?.count)], [0, 0]);
    const { status } = await api().call('POST', path, {
      text: 'Subject: A\r\n\r\nb',
      type: 'message/rfc822',
      as: 'agent',
    });
    assert.equal(status, 201);
  });
});
