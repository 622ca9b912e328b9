import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invitation, Person } from '#contract';
import { commandActor } from './database/audit-log.ts';
import { findLink, insertLink } from './database/one-time-links.ts';
import { createMailDesk } from './deliveries/testing/mail-desk.ts';
import { type MailServer, startMailServer } from './deliveries/testing/mail-server.ts';
import { findAccountByEmail } from './oauth/accounts/accounts.ts';
import { verifyPassword } from './oauth/accounts/passwords.ts';
import { forEachApi } from './testing/api.ts';

const as = 'admin';
const hour = 3_600_000;
const chosen = 'twelve grey herons at dusk';
let count = 0;

type Revealed = { raw: string; from: string; link: string; messageId: string };

/** Mails to the desk after which agents may know a link, by name. `to` is the envelope's recipient. */
const revealingMails: Record<string, (mail: Revealed) => { text: string; to?: string }> = {
  reply: ({ messageId }) => ({
    text: `From: nora@home.example\r\nIn-Reply-To: <${messageId}>\r\n\r\nWhat is this?\r\n`,
  }),
  quote: ({ link }) => ({ text: `From: nora@home.example\r\n\r\n> ${link}\r\n` }),
  loop: ({ raw }) => ({ text: raw }),
  bounce: ({ from }) => ({ text: 'From: mailer-daemon@home.example\r\n\r\nUnknown user\r\n', to: from }),
};

forEachApi(
  api => {
    /** Sends a request. By default it is from a new network, so that the limit per network does not apply. */
    const send = async (
      url: string,
      fields?: Record<string, string>,
      address = `203.0.${++count >> 8}.${count & 255}`,
    ) => {
      const headers = { 'X-Forwarded-For': address, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
      const form = fields && { method: 'POST', body: new URLSearchParams(fields) };
      const response = await fetch(url, { headers, redirect: 'manual', ...form });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const addPerson = async (fields: object = {}) => {
      const body = { name: 'Nora', email: `linked-${++count}@desk.example`, ...fields };
      return (await api().call<Person>('POST', '/v1/people', { as, body })).body;
    };
    const invite = async ({ url }: Person) => {
      const { body } = await api().call<Invitation>('PUT', `${url}/invitation`, { as, body: { deliver: 'link' } });
      return body.link ?? '';
    };
    const createResetLink = async ({ id }: Person): Promise<string> =>
      api().database.transaction(async writes => {
        const person = await api().stores.people.find(writes, id);
        assert.ok(person);
        const options = { deliver: 'link', baseUrl: api().url, actor: commandActor(api().clock.now()) } as const;
        return (await api().stores.invitations.createResetLink(writes, person, options)).url ?? '';
      });
    const password = { password: chosen, password_again: chosen };
    const hasPassword = async (email: string) =>
      verifyPassword(chosen, (await findAccountByEmail(api().database.read, email))?.passwordHash ?? null);
    const works = async (link: string) =>
      (await findLink(api().database.read, link.split('/').at(-1) ?? '', api().clock.now())) !== null;

    describe('the page of a one-time link', () => {
      it('200 shows the escaped name and address, and the link stays valid', async () => {
        const link = await invite(await addPerson({ name: '"><b>Nora' }));
        for (let again = 0; again < 3; again++) {
          const { status, headers, text } = await send(link);
          assert.equal(status, 200);
          assert.ok(text.includes('value="&quot;&gt;&lt;b&gt;Nora"'), text);
          assert.equal(headers.get('referrer-policy'), 'no-referrer');
          assert.equal(headers.get('cache-control'), 'no-store');
          assert.match(headers.get('content-security-policy') ?? '', /script-src 'none'/);
        }
        assert.ok(await works(link));
      });

      it('303 to the sign-in of the desk once name and password are set; 410 for the used link', async () => {
        const person = await addPerson();
        const link = await invite(person);
        const { status, headers } = await send(link, { name: ' Nora Lindqvist ', ...password });
        assert.deepEqual([status, headers.get('location')], [303, 'http://localhost:3000/login']);
        assert.equal((await api().call<Person>('GET', person.url)).body.name, 'Nora Lindqvist');
        assert.ok(await hasPassword(person.email));
        const entries = api().database.read.selectFrom('audit_entries').select(['action', 'person_id', 'changes']);
        const recorded = await entries.where('target_id', '=', person.id).orderBy('n').execute();
        assert.deepEqual(
          recorded.map(({ action, person_id }) => [action, person_id === person.id]),
          [
            ['person.created', false],
            ['invitation.created', false],
            ['person.changed', true],
            ['person.password_set', true],
          ],
        );
        assert.ok(!JSON.stringify(recorded).includes(link.slice(-64)));
        assert.deepEqual(
          [(await send(link, { name: 'Again', ...password })).status, (await send(link)).status],
          [410, 410],
        );
      });

      it('303 for one of three concurrent requests, 410 for the other two', async () => {
        const link = await invite(await addPerson());
        const all = await Promise.all([1, 2, 3].map(n => send(link, { name: `Nora ${n}`, ...password })));
        assert.deepEqual(all.map(({ status }) => status).toSorted(), [303, 410, 410]);
      });

      it('422 names the invalid fields and keeps the typed name, and the link stays valid', async () => {
        const link = await invite(await addPerson());
        for (const [fields, problem] of [
          [{ name: '', ...password }, 'The name is empty'],
          [{ name: 'Typed\x01', ...password }, 'another control character'],
          [{ name: 'Typed', password: `${chosen}\0`, password_again: `${chosen}\0` }, 'contains a NUL'],
          [{ name: 'Typed', password: 'short', password_again: 'short' }, 'shorter than 10 characters'],
          [{ name: 'Typed', password: 'x'.repeat(1025), password_again: '' }, 'longer than 1024 characters'],
          [{ name: 'Typed', password: chosen, password_again: 'another long one' }, 'passwords differ'],
          [{}, 'The name is empty'],
        ] as const) {
          const { status, text } = await send(link, fields);
          assert.equal(status, 422);
          assert.ok(text.includes(problem) && text.includes('aria-invalid="true"'), problem);
          assert.ok(!text.includes(chosen));
          if ('name' in fields && fields.name === 'Typed') assert.ok(text.includes('value="Typed"'));
        }
        assert.ok(await works(link));
      });

      it('303 for a reset, which revokes tokens and other links, keeps the name, and notifies the owner', async t => {
        const server = await startMailServer();
        t.after(server.close);
        const mailbox = await createMailDesk(api).addMailbox(server);
        const person = await addPerson();
        const token = await api().createTokenFor(person.email, ['people:read']);
        const readMe = () => fetch(`${api().url}/v1/people/me`, { headers: { Authorization: `Bearer ${token}` } });
        assert.equal((await readMe()).status, 200);
        const [link, other] = [await createResetLink(person), await createResetLink(person)];
        assert.ok(!(await send(link)).text.includes('name="name"'));
        assert.equal((await send(link, { name: 'Ignored', ...password })).status, 303);
        assert.deepEqual([(await readMe()).status, await works(other)], [401, false]);
        assert.equal((await api().call<Person>('GET', person.url)).body.name, 'Nora');
        await api().runJobs();
        assert.deepEqual(
          server.arrived.map(({ to }) => to),
          [[person.email]],
        );
        assert.match(server.arrived[0]?.raw ?? '', /Subject: Your password for Stardesk was changed/);
        await send(await invite(person), { name: 'Nora', ...password });
        await api().runJobs();
        assert.equal(server.arrived.length, 2, 'an invitation that replaces a password notifies the owner, too');
        await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
      });

      it('410 with the same bytes for unknown, used, replaced and expired links, and disabled people', async () => {
        const [person, disabled] = [await addPerson(), await addPerson()];
        const [replaced, used] = [await invite(person), await invite(person)];
        await send(used, { name: 'Nora', ...password });
        const ofDisabled = await invite(disabled);
        await api().call('PATCH', disabled.url, { as, body: { disabled: true } });
        const draft = { kind: 'reset', personId: person.id, createdBy: null, deliveryId: null } as const;
        const old = { token: 'b'.repeat(64), now: api().clock.now() - hour };
        await api().database.transaction(writes => insertLink(writes, draft, old));
        const base = `${api().url}/oauth/one-time/`;
        const links = [
          replaced,
          used,
          ofDisabled,
          base + old.token,
          `${base}unknown`,
          base + 'c'.repeat(64),
          `${base}%00`,
        ];
        const responses: Awaited<ReturnType<typeof send>>[] = [];
        for (const link of links) responses.push(await send(link), await send(link, { name: 'Nora', ...password }));
        assert.deepEqual(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size, 1);
        assert.match(responses[0]?.text ?? '', /ask an administrator of the desk for a new link/);
        assert.equal((await fetch(`${base}x`, { method: 'PUT' })).status, 405);
      });

      it('429 after 20 requests for invalid links from one network in an hour, even concurrent requests; never for valid links', async () => {
        const [link, dead] = [await invite(await addPerson()), `${api().url}/oauth/one-time/${'d'.repeat(64)}`];
        const sendHere = (url: string, fields?: Record<string, string>) => send(url, fields, '198.51.100.7');
        const all = await Promise.all(Array.from({ length: 50 }, (_, n) => sendHere(n % 2 === 0 ? link : dead)));
        const counts = [200, 410, 429].map(status => all.filter(each => each.status === status).length);
        assert.deepEqual(counts, [25, 20, 5]);
        const { status, headers } = await sendHere(dead);
        assert.ok(status === 429 && Number(headers.get('retry-after')) > 3000);
        assert.equal((await sendHere(link, { name: 'Nora', ...password })).status, 303);
      });

      it('403 for a form of another site', async () => {
        for (const url of [await invite(await addPerson()), `${api().url}/oauth/forgot`]) {
          const headers = { 'Sec-Fetch-Site': 'cross-site' };
          const form = { method: 'POST', body: new URLSearchParams({ name: 'Nora', ...password }) };
          assert.equal((await fetch(url, { headers, ...form })).status, 403);
        }
      });

      it('logs the path without the token', () => {
        const lines = api().logged.filter(line => line.includes('/oauth/one-time/'));
        assert.ok(lines.length > 20 && lines.every(line => line.includes('/oauth/one-time/…"')), lines[0]);
      });
    });

    describe('the page of a forgotten password', () => {
      const url = () => `${api().url}/oauth/forgot`;
      const desk = createMailDesk(api);
      const startSmtp = async (t: { after(work: () => Promise<void>): void }, outbound = {}): Promise<MailServer> => {
        const server = await startMailServer();
        const mailbox = await desk.addMailbox(server, outbound);
        t.after(async () => {
          await api().call('PATCH', mailbox.url, { as, body: { transport: 'capture' } });
          await server.close();
        });
        return server;
      };

      it('200 explains that a desk without a mail server cannot send mail', async () => {
        for (const { status, text } of [await send(url()), await send(url(), { email: 'agent@desk.example' })]) {
          assert.equal(status, 200);
          assert.ok(text.includes('This desk cannot send mail. Ask an administrator for a link.'), text);
        }
      });

      it('200 with the same bytes for every address; only an enabled person gets a link', async t => {
        const server = await startSmtp(t);
        const [person, disabled] = [await addPerson(), await addPerson({ disabled: true })];
        assert.match((await send(url())).text, /<input id="email"/);
        const mailboxPerson = await api().call<Person[]>('GET', '/v1/people?kind=mailbox', { as });
        const addresses = [person.email, 'nobody@desk.example', disabled.email, mailboxPerson.body[0]?.email ?? ''];
        const responses: Awaited<ReturnType<typeof send>>[] = [];
        for (const email of [...addresses, '', 'no address', 'nul\0@desk.example'])
          responses.push(await send(url(), { email }));
        const toComparable = ({ status, text, headers }: (typeof responses)[number]) => {
          const names = [...headers.keys()].filter(name => !['x-request-id', 'date'].includes(name));
          return JSON.stringify([status, text, names.map(name => headers.get(name))]);
        };
        assert.deepEqual(new Set(responses.map(toComparable)).size, 1);
        assert.equal(
          (await api().database.read.selectFrom('jobs').select('n').where('kind', '=', 'send_reset_link').execute())
            .length,
          4,
        );
        await api().runJobs();
        assert.deepEqual(
          server.arrived.map(({ to }) => to),
          [[person.email]],
        );
        const raw = server.arrived[0]?.raw.replaceAll(/=\r?\n/g, '') ?? '';
        const [link = ''] = /http\S+\/oauth\/one-time\/\w+/.exec(raw) ?? [];
        assert.equal((await send(link, password)).status, 303);
        assert.ok(await hasPassword(person.email));
      });

      it('mails at most three links per person and hour', async t => {
        const server = await startSmtp(t);
        const { email } = await addPerson();
        const counts = [];
        for (let n = 0; n < 5; n++) {
          for (let again = 0; again < 2; again++) await send(url(), { email: email.toUpperCase() });
          await api().runJobs();
          counts.push(server.arrived.length);
        }
        assert.deepEqual(counts, [1, 2, 3, 3, 3]);
      });

      it('mails nothing to an address of the desk', async t => {
        const server = await startSmtp(t);
        const { body } = await api().call<{ address: string }[]>('GET', '/v1/mailboxes', { as });
        for (const { address } of body) {
          await addPerson({ email: address });
          await send(url(), { email: address });
        }
        await api().runJobs();
        assert.equal(server.arrived.length, 0);
      });

      it('revokes the link when its mail comes back to the desk, where every agent can read it', async t => {
        const server = await startSmtp(t, { bounce_addressing: true });
        const { url: mailbox } = await desk.addMailbox();
        for (const [name, create] of Object.entries(revealingMails)) {
          server.arrived = [];
          const { email } = await addPerson();
          await send(url(), { email });
          await api().runJobs();
          const [mail] = server.arrived;
          assert.ok(mail);
          const [link = ''] = /http\S+\/oauth\/one-time\/\w+/.exec(mail.raw.replaceAll(/=\r?\n/g, '')) ?? [];
          const [, messageId = ''] = /^Message-ID: <(.+)>/im.exec(mail.raw) ?? [];
          assert.ok(await works(link));
          const { text, to } = create({ ...mail, link, messageId });
          const path = `${mailbox}/mails${to === undefined ? '' : `?envelope_to=${encodeURIComponent(to)}`}`;
          const received = await api().call('POST', path, { text, type: 'message/rfc822' });
          assert.equal(received.status, 201, received.text);
          await api().runJobs();
          assert.equal(await works(link), false, name);
        }
      });

      it('429 after 20 requests from a network in an hour, even for unknown addresses', async t => {
        await startSmtp(t);
        const statuses = [];
        for (let n = 0; n < 21; n++)
          statuses.push((await send(url(), { email: 'x@y.example' }, '198.51.100.8')).status);
        assert.deepEqual(statuses, [...Array(20).fill(200), 429]);
      });
    });
  },
  { trustProxy: 1, deskUrl: 'http://localhost:3000' },
);
