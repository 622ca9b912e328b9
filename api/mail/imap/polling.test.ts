import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Delivery, Mail, Message } from '#contract';
import { maxMailBytes } from '#contract/mails';
import { testCertificate } from '../../deliveries/testing/certificate.ts';
import { forEachApi } from '../../testing/api.ts';
import { createImapDesk } from './testing/imap-desk.ts';
import { type ImapScript, type ImapServer, startImapServer } from './testing/imap-server.ts';

const [minute, day] = [60_000, 86_400_000];

const unreadable = 'Mail with UID 3 could not be read from the server';

/** Returns whether a command names a mail. */
const namesMail = (line: string, uid: number): boolean => new RegExp(`[ ,]${uid}[ ,]`).test(line);

forEachApi(api => {
  const desk = createImapDesk(api);
  const servers: ImapServer[] = [];
  const start = async (script: ImapScript = {}, tls?: typeof testCertificate) => {
    const server = await startImapServer(script, tls);
    servers.push(server);
    return server;
  };
  const connect = async (inbound: object = {}, fields: object = {}) => {
    const server = await start();
    desk.deliver(server, 'Old', {}, day);
    const mailbox = await desk.addMailbox(server, inbound, fields);
    await desk.poll();
    return { server, mailbox };
  };
  const readUids = ({ folders }: ImapServer) =>
    Object.fromEntries([...folders].map(([name, { mails }]) => [name, mails.map(({ uid }) => uid)]));
  afterEach(async () => {
    // Jobs of earlier tests would find no server.
    await api().database.transaction(writes => writes.deleteFrom('jobs').execute());
    await Promise.all(servers.splice(0).map(server => server.close()));
  });

  describe('a mailbox with an IMAP server', () => {
    it('imports only new mail, each mail once and in order, and acknowledges it', async () => {
      const { server, mailbox } = await connect({}, { acknowledgement: 'Thank you.' });
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      for (const subject of ['First', 'Second']) desk.deliver(server, subject);
      await desk.poll();
      desk.deliver(server, 'Third');
      await desk.poll();
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['First', 'Second', 'Third']);
      assert.deepEqual(
        server.folders.get('INBOX')?.mails.map(({ flags }) => flags.size),
        [0, 0, 0, 0],
      );
      assert.ok(!server.commands.includes('SELECT'), 'A folder that stays unchanged is opened read-only.');
      assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      const deliveries = await api().call<Delivery[]>('GET', `/v1/deliveries?mailbox_id=${mailbox.id}`);
      assert.deepEqual(
        deliveries.body.map(({ kind }) => kind),
        Array.from({ length: 3 }, () => 'acknowledgement'),
      );
    });

    it('imports older mail only if it arrived after import_since, without acknowledgements', async () => {
      const server = await start();
      for (const days of [30, 9, 8, 2]) desk.deliver(server, `${days} days old`, {}, days * day);
      const import_since = new Date(api().clock.now() - 8.5 * day).toISOString();
      const mailbox = await desk.addMailbox(server, { import_since }, { acknowledgement: 'Thank you.' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['8 days old', '2 days old']);
      const deliveries = await api().call<Delivery[]>('GET', `/v1/deliveries?mailbox_id=${mailbox.id}`);
      assert.deepEqual(deliveries.body, []);
      await desk.change(mailbox, { import_since: new Date(api().clock.now() - 20 * day).toISOString() });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['8 days old', '2 days old', '9 days old']);
    });

    it('recognizes imported mail after the folder got new UIDs, and imports mail that arrived meanwhile', async () => {
      const { server, mailbox } = await connect();
      desk.deliver(server, 'Before');
      await desk.poll();
      desk.deliver(server, 'Meanwhile');
      server.renumber();
      desk.deliver(server, 'After');
      await desk.poll();
      server.renumber();
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Before', 'Meanwhile', 'After']);
    });

    it('imports mail that arrived after the server was restored with lower UIDs', async () => {
      const { server, mailbox } = await connect();
      for (const subject of ['Kept', 'Lost']) desk.deliver(server, subject);
      await desk.poll();
      const inbox = server.folders.get('INBOX');
      assert.ok(inbox);
      inbox.uidNext = inbox.mails.pop()?.uid ?? 0;
      await desk.poll();
      desk.deliver(server, 'After the restore');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Kept', 'Lost', 'After the restore']);
    });

    it('marks imported mail as read, or moves it, but no other mail', async () => {
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

    it('moves the mail that import_since includes and a newer mail, and no other mail', async () => {
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

    for (const [problem, before, after, subject] of [
      [
        'the server rejects the read, and disconnects on later reads',
        'NO Failed',
        'close before command',
        '5 days old',
      ],
      ['the server rejects the read, and at first every move', 'NO Failed', 'NO Failed', '5 days old'],
      [
        'the server disconnects on each read',
        'close before command',
        'close before command',
        unreadable.replace('3', '2'),
      ],
    ] as const)
      it(`moves older mail except the mail whose date cannot be read: ${problem}`, async () => {
        const server = await start();
        for (const days of [9, 5, 2]) desk.deliver(server, `${days} days old`, {}, days * day);
        const addFolder = () => server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
        const isLate = after === 'NO Failed';
        if (!isLate) addFolder();
        let response: 'close before command' | 'NO Failed' = before;
        server.script.onCommand = (_name, _index, line) => {
          if (!namesMail(line, 2)) return undefined;
          if (line.includes('BODY.PEEK[]')) response = after;
          return line.includes('RFC822.SIZE') ? response : undefined;
        };
        const import_since = new Date(api().clock.now() - 20 * day).toISOString();
        const mailbox = await desk.addMailbox(server, { import_since, after_import: 'move', move_to: 'Done' });
        for (let attempt = 0; attempt < 8; attempt += 1) await desk.poll(10 * minute);
        if (isLate) addFolder();
        await desk.poll(10 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), ['9 days old', subject, '2 days old']);
        assert.deepEqual(readUids(server), { INBOX: [2], Done: [1, 2] });
        assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
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

    it('imports the headers and text of a mail that is too large, and lists its other files', async () => {
      const { server, mailbox } = await connect();
      const text = '("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "8BIT" 9 1)';
      const file = `("APPLICATION" "ZIP" ("NAME" "plans.zip") NIL NIL "BASE64" ${30 * 1024 * 1024})`;
      const large = {
        size: 31 * 1024 * 1024,
        structure: `(${text}${file} "MIXED")`,
        parts: { 1: Buffer.from('See é.') },
      };
      desk.deliver(server, 'Large', large);
      desk.deliver(server, 'Larger than announced', {
        bytes: Buffer.alloc(maxMailBytes + 1, 'Subject: x\r\n\r\n'),
        size: 24e6,
      });
      desk.deliver(server, 'Next');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Large', 'x', 'Next']);
      const [mail] = (await api().call<Mail[]>('GET', `/v1/mails?mailbox_id=${mailbox.id}&sort=created_at`)).body;
      const messages = await api().call<Message[]>('GET', `/v1/tickets/${mail?.ticket_id}/messages`);
      assert.match(messages.body[0]?.body ?? '', /^See é\.\n\nThis mail is 31 MB.*plans\.zip \(30 MB\)\./);
    });

    for (const [problem, rejected, response, expected] of [
      ['whose size and date cannot be read', 'RFC822.SIZE', 'NO Failed', 'Bad'],
      ['that is too large and whose structure cannot be read', 'BODYSTRUCTURE', 'NO Failed', 'Bad'],
      ['that cannot be read at all', 'UID', 'NO [SERVERBUG] Failed', unreadable],
      ['that closes the connection on every read', 'UID', 'close before command', unreadable],
    ] as const)
      it(`stops waiting after 15 minutes for a mail ${problem}, and imports later mail`, async () => {
        const { server, mailbox } = await connect({ after_import: 'move', move_to: 'Done' });
        server.folders.set('Done', { uidvalidity: 1, uidNext: 1, mails: [] });
        desk.deliver(server, 'Before');
        const { uid } = desk.deliver(server, 'Bad', rejected === 'BODYSTRUCTURE' ? { size: 31 * 1024 * 1024 } : {});
        for (const subject of ['After', 'Last']) desk.deliver(server, subject);
        server.script.onCommand = (name, _index, line) =>
          name === 'UID FETCH' && line.includes(rejected) && namesMail(line, uid) ? response : undefined;
        for (let attempt = 0; attempt < 6; attempt += 1) await desk.poll(minute);
        assert.deepEqual(await desk.readSubjects(mailbox), ['Before']);
        for (let attempt = 0; attempt < 4; attempt += 1) await desk.poll(10 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), ['Before', expected, 'After', 'Last']);
        const isWhole = rejected === 'RFC822.SIZE';
        assert.deepEqual(
          readUids(server),
          isWhole ? { INBOX: [1], Done: [1, 2, 3, 4] } : { INBOX: [1, 3], Done: [1, 2, 3] },
        );
        assert.equal((await desk.readStatus(mailbox))?.state, 'ok');
      });

    for (const empty of ['NIL', '""'] as const)
      it(`shows each mail whose data are all ${empty} as a mail problem, and imports the next mail`, async () => {
        const server = await start();
        const old = Array.from({ length: 12 }, (_, index) => desk.deliver(server, `Old ${index}`, {}, day));
        const mailbox = await desk.addMailbox(server);
        await desk.poll();
        for (const subject of ['Bad', 'Also bad', 'Next']) desk.deliver(server, subject);
        // Only the newest mail can be read. Its headers are tried first.
        server.script.onCommand = (_name, _index, line) => (line.includes(` ${old.length + 3} (`) ? undefined : empty);
        for (let attempt = 0; attempt < 12; attempt += 1) await desk.poll(10 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), [
          unreadable.replace('3', '13'),
          unreadable.replace('3', '14'),
          'Next',
        ]);
      });

    it('shows a mail that cannot be read as a mail problem, with the response of the server', async () => {
      const { server, mailbox } = await connect();
      const { uid } = desk.deliver(server, 'Bad');
      server.script.onCommand = (name, _index, line) =>
        name === 'UID FETCH' && namesMail(line, uid) ? 'NO [SERVERBUG] Internal error 4711' : undefined;
      for (let attempt = 0; attempt < 8; attempt += 1) await desk.poll(10 * minute);
      const [mail] = (await api().call<Mail[]>('GET', `/v1/mails?mailbox_id=${mailbox.id}`)).body;
      assert.partialDeepStrictEqual(mail, { subject: unreadable.replace('3', '2'), state: 'held' });
      const raw = await api().call('GET', `/v1/mails/${mail?.id}/raw`);
      assert.match(raw.text, /it stayed in the mailbox\. The server's response: Internal error 4711/);
    });

    it('shows an unreadable mail once per UIDVALIDITY, since its UID may name another mail', async () => {
      const { server, mailbox } = await connect();
      const { uid } = desk.deliver(server, 'Bad');
      server.script.onCommand = (name, _index, line) =>
        name === 'UID FETCH' && namesMail(line, uid) ? 'NO Failed' : undefined;
      const inbox = server.folders.get('INBOX');
      assert.ok(inbox);
      for (const [uidvalidity, problems] of [
        [1, 1],
        [2, 2],
        [1, 2],
      ] as const) {
        inbox.uidvalidity = uidvalidity;
        for (let attempt = 0; attempt < 7; attempt += 1) await desk.poll(10 * minute);
        assert.equal((await desk.readSubjects(mailbox)).length, problems);
      }
    });

    it('imports mail whose date or size the server does not report', async () => {
      const server = await start();
      for (const date of ['unknown', 'NIL']) desk.deliver(server, `Date ${date}`, { date });
      desk.deliver(server, '', { bytes: Buffer.alloc(9e6, 'Subject: Size NIL\r\n\r\n'), size: 'NIL' });
      const mailbox = await desk.addMailbox(server, { import_since: new Date(api().clock.now() - day).toISOString() });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Date unknown', 'Date NIL', 'Size NIL']);
    });

    for (const [problem, response, broken] of [
      ['rejects', 'NO [SERVERBUG] corrupted', {}],
      ['returns without bytes', '""', {}],
      [
        'reports as smaller than it is',
        undefined,
        { size: 300_000, bytes: Buffer.alloc(5e6, 'Subject: Broken\r\n\r\n') },
      ],
    ] as const)
      it(`imports the headers of a mail that the server ${problem}, and then the mail after it`, async () => {
        const { server, mailbox } = await connect();
        const { uid } = desk.deliver(server, 'Broken', broken);
        desk.deliver(server, 'Next');
        server.script.onCommand = (name, _index, line) =>
          name === 'UID FETCH' && line.includes('BODY.PEEK[]') && namesMail(line, uid) ? response : undefined;
        for (let attempt = 0; attempt < 5; attempt += 1) await desk.poll(minute);
        assert.deepEqual(await desk.readSubjects(mailbox), []);
        for (let attempt = 0; attempt < 4; attempt += 1) await desk.poll(10 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), ['Broken', 'Next']);
      });

    it('imports the headers of a mail whose body closes the connection each time', async () => {
      const { server, mailbox } = await connect();
      desk.deliver(server, 'Poison');
      server.script.onCommand = (_name, _index, line) =>
        line.includes('BODY.PEEK[]') ? 'close before command' : undefined;
      for (let attempt = 0; attempt < 8; attempt += 1) await desk.poll(10 * minute);
      assert.deepEqual(await desk.readSubjects(mailbox), ['Poison']);
    });

    for (const [outage, response] of [
      ['returns no bodies', 'NO [UNAVAILABLE] The storage is down'],
      ['throttles requests', 'NO [LIMIT] Too much'],
      ['returns neither headers nor bodies', 'NO Failed'],
      ['returns only NIL', 'NIL'],
    ] as const)
      it(`imports whole mails after a day in which the server ${outage}`, async () => {
        const { server, mailbox } = await connect();
        desk.deliver(server, 'Whole');
        server.script.onCommand = (_name, _index, line) =>
          line.includes('BODY.PEEK[]') || (!response.startsWith('NO [') && line.includes('BODY.PEEK[HEADER'))
            ? response
            : undefined;
        for (let attempt = 0; attempt < 12; attempt += 1) await desk.poll(120 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), []);
        server.script = {};
        await desk.poll(10 * minute);
        const [mail] = (await api().call<Mail[]>('GET', `/v1/mails?mailbox_id=${mailbox.id}`)).body;
        const messages = await api().call<Message[]>('GET', `/v1/tickets/${mail?.ticket_id}/messages`);
        assert.equal(messages.body[0]?.body, 'Hello');
      });

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
      it(`imports and moves every mail once when the connection closes before each ${when}`, async () => {
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

    it('reports that no server listens, and imports the mail after a server listens again', async () => {
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

    it('imports only new mail after a change of folder, and continues by date after a change of host', async () => {
      const { server, mailbox } = await connect();
      server.folders.set('Sales', { uidvalidity: 1, uidNext: 1, mails: [] });
      server.deliver('Subject: Old sale\r\n\r\n', {}, 'Sales');
      await desk.change(mailbox, { folder: 'Sales' });
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      await desk.change(mailbox, { host: 'localhost', password: 'secret' });
      server.deliver('From: a@b.example\r\nSubject: Sale\r\n\r\n', { arrivedAt: api().clock.now() }, 'Sales');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), ['Sale']);
      await desk.change(mailbox, { folder: 'Nowhere' });
      await desk.poll();
      assert.equal((await desk.readStatus(mailbox))?.error, 'The folder “Nowhere” does not exist');
    });

    it('imports the mail that arrived before the user was corrected, each mail once', async () => {
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

    it('imports nothing while the mailbox is disabled, and the missed mail after it is enabled again', async () => {
      const { server, mailbox } = await connect();
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: false } });
      desk.deliver(server, 'While off');
      await desk.poll();
      assert.deepEqual(await desk.readSubjects(mailbox), []);
      await api().call('PATCH', mailbox.url, { as: 'admin', body: { enabled: true } });
      await desk.poll(minute);
      assert.deepEqual(await desk.readSubjects(mailbox), ['While off']);
    });
  });
});
