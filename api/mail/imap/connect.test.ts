import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { testCertificate } from '../../deliveries/testing/certificate.ts';
import { forEachApi } from '../../testing/api.ts';
import { createPollingDesk } from './testing/polling-desk.ts';

const [minute, day] = [60_000, 86_400_000];

forEachApi(api => {
  const desk = createPollingDesk(api);
  const { start, connect } = desk;

  describe('a mailbox with an IMAP server', () => {
    it('pauses when the sign-in is rejected, and tries again after a resume or a change', async () => {
      const server = await start({
        onCommand: name => (name === 'LOGIN' ? 'NO [AUTHENTICATIONFAILED] Invalid' : undefined),
      });
      const mailbox = await desk.addMailbox(server);
      assert.equal((await desk.readStatus(mailbox))?.state, 'connecting');
      await desk.poll();
      await desk.poll(day);
      assert.deepEqual((({ state, error }) => [state, error])((await desk.readStatus(mailbox)) as never), [
        'paused',
        'Invalid',
      ]);
      assert.equal(server.sessions, 1);
      await desk.resume(mailbox);
      await desk.poll();
      assert.equal(server.sessions, 2);
      server.script = {};
      await desk.change(mailbox, { password: 'other' });
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });

    it('connects immediately with settings that changed during a failing attempt', async () => {
      const { server, mailbox } = await connect();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        server.script.onCommand = async name => {
          if (name !== 'LOGIN') return undefined;
          server.script = {};
          await desk.change(mailbox, { password: `changed ${attempt}` });
          return 'NO [UNAVAILABLE] Try later';
        };
        await desk.poll();
        assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      }
    });

    it('connects only while it is enabled', async () => {
      const { mailbox } = await connect();
      const enable = (enabled: boolean) => api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled } });
      await enable(false);
      await desk.resume(mailbox);
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      await enable(true);
      assert.equal((await desk.readStatus(mailbox))?.state, 'connecting');
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
    });

    it('imports nothing while it is disabled, and imports the missed mail after it is enabled again', async () => {
      const { server, mailbox } = await connect();
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: false } });
      desk.deliver(server, 'While off');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: true } });
      await desk.poll(minute);
      assert.deepEqual(await desk.readSubjects(mailbox), ['While off']);
    });

    it('imports the mail that arrived before the user name was corrected, each mail once', async () => {
      const { server, mailbox } = await connect();
      desk.deliver(server, 'Imported');
      await desk.poll();
      server.script.onCommand = (name, _index, line) =>
        name === 'LOGIN' && !line.includes('support@desk') ? 'NO [AUTHENTICATIONFAILED] Use your address' : undefined;
      desk.deliver(server, 'While paused');
      await desk.resume(mailbox);
      await desk.poll(day);
      assert.equal((await desk.readStatus(mailbox))?.state, 'paused');
      await desk.change(mailbox, { user: 'support@desk.example', password: 'secret' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Imported', 'While paused']);
    });

    it('imports every mail of a three-day outage after the server works again', async () => {
      const { server, mailbox } = await connect();
      for (const [index, rejection] of (
        ['NO [UNAVAILABLE] Try later', 'NO [LIMIT] Too many', 'NO User is authenticated but not connected.'] as const
      ).entries()) {
        server.script.onCommand = name => (name === 'LOGIN' ? rejection : undefined);
        desk.deliver(server, `Day ${index + 1}`);
        await desk.poll(day);
        const error = rejection.replace(/^NO (\[\w+\] )?/, '');
        assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'error', error });
      }
      server.script = {};
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Day 1', 'Day 2', 'Day 3']);
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), { state: 'ok', error: null });
    });

    for (const [response, when] of [
      ['close before command', 'command'],
      ['close before response', 'response'],
    ] as const)
      it(`imports and moves every mail once if the connection closes before any one ${when}`, async () => {
        const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
        server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
        const subjects: string[] = [];
        for (let command = 0, isClosed = true; isClosed; command += 1) {
          const first = server.commands.length;
          isClosed = false;
          server.script.onCommand = (_name, index) => {
            if (index !== first + command) return undefined;
            isClosed = true;
            return response;
          };
          const subject = `Closed ${command}`;
          subjects.push(subject);
          desk.deliver(server, subject);
          await desk.poll();
          await desk.poll();
        }
        assert.ok(subjects.length > 8, String(subjects.length));
        assert.deepEqual(await desk.readSubjects(mailbox), subjects);
        assert.equal(server.folders.get('INBOX')?.mails.length, 1);
        assert.equal(server.folders.get('Done')?.mails.length, subjects.length);
      });

    it('reports that no server listens, and imports the missed mail after a server listens again', async () => {
      const { server, mailbox } = await connect();
      await server.close();
      await desk.poll();
      assert.partialDeepStrictEqual(await desk.readStatus(mailbox), {
        state: 'error',
        error: `connect ECONNREFUSED 127.0.0.1:${server.port}`,
      });
      const again = await start();
      again.folders = server.folders;
      desk.deliver(again, 'During the outage');
      await desk.change(mailbox, { port: again.port });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['During the outage']);
    });

    it('reports that a certificate is not trusted, or that the server does not encrypt', async () => {
      for (const [security, tls, error] of [
        ['tls', testCertificate, /^The certificate is not trusted: self-signed certificate$/],
        ['tls', undefined, /^The server does not speak TLS on this port$/],
        ['starttls', undefined, /STARTTLS/],
      ] as const) {
        const server = await start({}, tls);
        const mailbox = await desk.addMailbox(server, { security });
        await desk.poll();
        const status = await desk.readStatus(mailbox);
        assert.equal(status?.state, 'error');
        assert.match(status?.error ?? '', error);
        assert.ok(!server.commands.includes('LOGIN'));
      }
    });

    it('imports mail over TLS from a server whose certificate is trusted', async () => {
      const trusted = getCACertificates('default');
      try {
        setDefaultCACertificates([...trusted, testCertificate.cert]);
        const server = await start({}, testCertificate);
        const mailbox = await desk.addMailbox(server, { host: 'localhost', security: 'tls' });
        await desk.poll();
        desk.deliver(server, 'Encrypted');
        await desk.poll();
        assert.deepEqual(await desk.readSubjects(mailbox), ['Encrypted']);
      } finally {
        setDefaultCACertificates(trusted);
      }
    });
  });
});
