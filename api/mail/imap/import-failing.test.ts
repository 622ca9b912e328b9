import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Mail, Message } from '#contract';
import { forEachApi } from '../../testing/api.ts';
import { createPollingDesk } from './testing/polling-desk.ts';

const [minute, day] = [60_000, 86_400_000];

const unreadable = 'Mail with UID 3 could not be read from the server';

/** Returns whether a command names a mail. */
const namesMail = (line: string, uid: number): boolean => new RegExp(`[ ,]${uid}[ ,]`).test(line);

forEachApi(api => {
  const desk = createPollingDesk(api);
  const { start, connect, readUids } = desk;

  describe('a mailbox with an IMAP server', () => {
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
        // Only the newest mail can be read. The import reads its headers to check that the server works.
        server.script.onCommand = (_name, _index, line) => (line.includes(` ${old.length + 3} (`) ? undefined : empty);
        for (let attempt = 0; attempt < 12; attempt += 1) await desk.poll(10 * minute);
        assert.deepEqual(await desk.readSubjects(mailbox), [
          unreadable.replace('3', '13'),
          unreadable.replace('3', '14'),
          'Next',
        ]);
      });

    it('shows an unreadable mail as a mail problem, with the response of the server', async () => {
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
  });
});
