import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../../testing/api.ts';
import { createPollingDesk } from './testing/polling-desk.ts';

const day = 86_400_000;

forEachApi(api => {
  const desk = createPollingDesk(api);
  const { start, connect, readUids } = desk;

  describe('a mailbox with an IMAP server', () => {
    it('marks or moves imported mail, and leaves other mail unchanged', async () => {
      const seen = await connect({ after_import: 'seen' });
      desk.deliver(seen.server, 'New');
      await desk.poll();
      assert.deepEqual(
        seen.server.folders.get('INBOX')?.mails.map(({ flags }) => [...flags]),
        [[], ['\\Seen']],
      );

      const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
      desk.deliver(server, 'One');
      await desk.poll();
      const status = await desk.readStatus(mailbox);
      assert.deepEqual([status?.state, status?.error], ['error', 'The server did not move imported mail to “Done”']);
      server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
      desk.deliver(server, 'Two');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['One', 'Two']);
      assert.deepEqual(
        ['INBOX', 'Done'].map(name => server.folders.get(name)?.mails.length),
        [1, 2],
      );
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });

    it('moves newly arrived mail and the older mail that import_since includes, and no other mail', async () => {
      const server = await start();
      for (const days of [30, 9, 2]) desk.deliver(server, `${days} days old`, {}, days * day);
      server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
      const import_since = new Date(api().clock.now() - 20 * day).toISOString();
      server.script.onCommand = name => {
        // The mail arrives after the folder was opened.
        if (name === 'UID SEARCH' && server.sessions === 1 && server.folders.get('INBOX')?.mails.length === 3)
          desk.deliver(server, 'New');
        return undefined;
      };
      const mailbox = await desk.addMailbox(server, { import_since, after_import: 'move', move_to: 'Done' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['9 days old', '2 days old', 'New']);
      assert.deepEqual(readUids(server), { INBOX: [1], Done: [1, 2, 3] });
    });

    it('reports that the connection was closed while mail was moved', async () => {
      const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
      desk.deliver(server, 'New');
      server.script.onCommand = name => (name === 'UID MOVE' ? 'close before command' : undefined);
      for (let attempt = 0; attempt < 2; attempt += 1) await desk.poll();
      const { state, error } = (await desk.readStatus(mailbox)) ?? {};
      assert.deepEqual([state, error], ['error', 'The server closed the connection']);
    });

    it('moves mail on a server without MOVE: copies it, and deletes exactly the copied mail', async () => {
      const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
      server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
      server.folders.get('INBOX')?.mails[0]?.flags.add('\\Deleted');
      server.script.capabilities = 'IDLE UIDPLUS';
      desk.deliver(server, 'New');
      await desk.poll();
      assert.deepEqual(readUids(server), { INBOX: [1], Done: [1] });
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });

    for (const [reason, script, error] of [
      ['has neither MOVE nor UIDPLUS', { capabilities: 'IDLE' }, /: it supports neither MOVE nor UIDPLUS$/],
      [
        'allows no client to delete mail',
        { capabilities: 'IDLE UIDPLUS', permanentFlags: '\\Seen \\*' },
        /: this user may not delete mail from the folder$/,
      ],
    ] as const)
      it(`imports mail and copies none of it if the server ${reason}`, async () => {
        const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
        server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
        server.script = script;
        for (const subject of ['First', 'Second']) {
          desk.deliver(server, subject);
          await desk.poll();
        }
        assert.deepEqual(await desk.readSubjects(mailbox), ['First', 'Second']);
        assert.deepEqual(readUids(server), { INBOX: [1, 2, 3], Done: [] });
        const status = await desk.readStatus(mailbox);
        assert.match(`${status?.state} ${status?.error}`, error);
      });

    for (const rejected of ['UID STORE', 'UID EXPUNGE'])
      it(`copies a mail once to the other folder if the server rejects ${rejected}`, async () => {
        const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
        server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
        Object.assign(server.script, {
          capabilities: 'IDLE UIDPLUS',
          onCommand: (name: string) => (name === rejected ? 'NO Not now' : undefined),
        });
        desk.deliver(server, 'New');
        await desk.poll();
        assert.match((await desk.readStatus(mailbox))?.error ?? '', /copied .* but did not delete it/);
        for (let check = 0; check < 3; check += 1) await desk.poll();
        assert.deepEqual(readUids(server), { INBOX: [1, 2], Done: [1] });
      });
  });
});
