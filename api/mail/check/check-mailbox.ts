import type { OutboundDraft } from '#contract';
import type { CheckPart, CheckResult, MailboxCheck } from '#contract/mailbox-checks';
import type { Database } from '../../database/database.ts';
import { captures, parseOutbound } from '../../deliveries/load-mail.ts';
import { type Connection, connect } from '../../deliveries/smtp/connection.ts';
import { describeConnectFailure } from '../../deliveries/smtp/outcome.ts';
import { toSmtpSettings } from '../../deliveries/smtp/settings.ts';
import { readTokenKey } from '../../deliveries/token-key.ts';
import type { Files } from '../../files/files.ts';
import type { AuthorizationSecrets } from '../../mailboxes/authorization/store.ts';
import { type Credentials, createReadCredentials } from '../../mailboxes/credentials.ts';
import { connectionDraft, type Direction, type Inbound, type MailboxRow } from '../../mailboxes/representation.ts';
import { splitAddress } from '../address-token.ts';
import { getDeskId } from '../desk-id.ts';
import { connectImap, openFolder } from '../imap/connect.ts';
import { toImapError } from '../imap/imap-error.ts';
import { type CheckedServer, checkServer } from './check-server.ts';
import { checkDomain } from './domain-records.ts';
import { problem } from './result.ts';
import { checkArrival, sendTestMails } from './test-mail.ts';

type CheckDependencies = { database: Database; files: Files; secrets: AuthorizationSecrets; clock: () => number };

/** Checks one part of a mailbox. `test_mail_id` names the test mail whose arrival is checked. */
export type CheckMailbox = (
  mailbox: MailboxRow,
  question: { part: CheckPart; test_mail_id: string | null },
) => Promise<MailboxCheck>;

const timeouts = { connect: 15_000, silence: 15_000, idle: 0 };

export const createMailboxCheck = ({ database, files, secrets, clock }: CheckDependencies): CheckMailbox => {
  const readCredentials = createReadCredentials(secrets);

  /** Opens a session with the outgoing server. @throws an error with its response */
  const open = async (mailbox: MailboxRow, server: OutboundDraft): Promise<Connection> => {
    const credentials = await readCredentials(database, mailbox, 'outbound', clock());
    if (credentials !== null && 'response' in credentials) throw new Error(credentials.response);
    return connect(toSmtpSettings(server, credentials), timeouts).catch(error => {
      const failure = describeConnectFailure(error);
      throw new Error('response' in failure ? failure.response : undefined);
    });
  };

  /** Checks a server. `signIn` rejects with the response of the server. */
  const checkDirection = async (
    mailbox: MailboxRow,
    direction: Direction,
    server: Pick<CheckedServer, 'host' | 'port' | 'security' | 'authentication' | 'user'>,
    signIn: (credentials: Credentials | null) => Promise<unknown>,
  ): Promise<CheckResult[]> => {
    const [protocol, title] =
      direction === 'outbound' ? (['smtp', 'Outgoing server'] as const) : (['imap', 'Incoming server'] as const);
    const { host, port, security, authentication } = server;
    const checked = { host, port, security, authentication, protocol, title };
    const credentials = await readCredentials(database, mailbox, direction, clock());
    if (credentials !== null && 'response' in credentials) {
      const results = await checkServer({ ...checked, user: server.user, secret: null, signIn: null }, clock());
      return [...results, problem('failed', `${title}: sign-in`, null, credentials.response)];
    }
    const secret = credentials && ('pass' in credentials ? credentials.pass : credentials.accessToken);
    const user = credentials?.user ?? server.user;
    const report = async () => {
      await signIn(credentials);
      return `Signed in as ${user}`;
    };
    return checkServer({ ...checked, user, secret, signIn: report }, clock());
  };

  const checkOutbound = async (mailbox: MailboxRow): Promise<CheckResult[]> => {
    const server = parseOutbound(mailbox);
    if (server === null)
      return [
        problem('skipped', 'Outgoing server', null, 'The mailbox has no SMTP server: its mail stays on the desk.'),
      ];
    return checkDirection(mailbox, 'outbound', server, async () => (await open(mailbox, server)).close());
  };

  const checkInbound = async (mailbox: MailboxRow): Promise<CheckResult[]> => {
    const server = connectionDraft(mailbox).inbound;
    if (server === null)
      return [
        problem(
          'skipped',
          'Incoming server',
          null,
          'The mailbox has no IMAP server: other programs hand over its mail.',
        ),
      ];
    return checkDirection(mailbox, 'inbound', server, async credentials => {
      if (credentials !== null) await openImapFolder(server, credentials);
    });
  };

  const sendTestMail = async (mailbox: MailboxRow): Promise<MailboxCheck> => {
    const skip = (advice: string) => report([problem('skipped', 'Test mail', null, advice)]);
    if (captures(mailbox))
      return skip('The mailbox captures its mail. Choose to send it through the SMTP server first.');
    if (mailbox.enabled === 0) return skip('The mailbox is disabled.');
    const server = parseOutbound(mailbox);
    if (server === null) return skip('The mailbox has no SMTP server.');
    try {
      const connection = await open(mailbox, server);
      const deskId = getDeskId(await readTokenKey(secrets, database.read));
      const { name, address } = mailbox;
      const { id, results } = await sendTestMails(connection, { name, address, deskId, now: clock() });
      connection.close();
      return { results, test_mail_id: id };
    } catch (error) {
      const response = error instanceof Error ? error.message : String(error);
      return report([problem('failed', 'Test mail', response, 'See the results of the outgoing server.')]);
    }
  };

  const checkArrivalOf = async (mailbox: MailboxRow, id: string | null): Promise<MailboxCheck> => {
    if (id === null) return report([]);
    const { id: mailboxId, address, trusted_authserv_id: trustedServer } = mailbox;
    const plusAddressing = parseOutbound(mailbox)?.plus_addressing ?? false;
    const search = { mailboxId, address, id, trustedServer, plusAddressing };
    return { results: await checkArrival(database.read, files, search, clock()), test_mail_id: id };
  };

  return async (mailbox, { part, test_mail_id: testMailId }) => {
    if (part === 'outbound') return report(await checkOutbound(mailbox));
    if (part === 'inbound') return report(await checkInbound(mailbox));
    if (part === 'domain') return report(await checkDomain(splitAddress(mailbox.address)[1]));
    return part === 'test_mail' ? sendTestMail(mailbox) : checkArrivalOf(mailbox, testMailId);
  };
};

/** Signs in and opens the folder from which mail is imported. @throws an error with the server's response */
const openImapFolder = async (server: Inbound, credentials: Credentials): Promise<void> => {
  try {
    const { client } = await connectImap(server, credentials, AbortSignal.timeout(30_000), timeouts);
    await openFolder(client, server).finally(() => client.close());
  } catch (error) {
    throw toImapError(error);
  }
};

const report = (results: CheckResult[]): MailboxCheck => ({ results, test_mail_id: null });
