import type { NodemailerError } from 'nodemailer';
import type { OutboundDraft } from '#contract';
import type { CheckPart, CheckResult, MailboxCheck } from '#contract/mailbox-checks';
import type { Database } from '../../database/database.ts';
import type { Credentials, Inbound, MailboxCredentials } from '../../database/mailbox-servers.ts';
import { captures, parseOutbound } from '../../deliveries/load-mail.ts';
import { type Connection, connect } from '../../deliveries/smtp/connection.ts';
import { describeConnectFailure } from '../../deliveries/smtp/outcome.ts';
import { toSmtpSettings } from '../../deliveries/smtp/settings.ts';
import { readTokenKey, type SecretReader } from '../../deliveries/token-key.ts';
import type { Files } from '../../files/files.ts';
import { type ConnectionDirection, connectionDraft, type MailboxRow } from '../../mailboxes/representation.ts';
import { splitAddress } from '../address-token.ts';
import { getDeskId } from '../desk-id.ts';
import { connectImap, openFolder } from '../imap/connect.ts';
import { ImapError, toImapError } from '../imap/imap-error.ts';
import { type CheckedServer, checkServer, removeSecret, SignInError } from './check-server.ts';
import { describeError, startDeadline, untilAborted } from './deadline.ts';
import { checkDomain } from './domain-records.ts';
import { problem } from './result.ts';
import { checkArrival, sendTestMails } from './test-mail.ts';

type CheckDependencies = {
  database: Database;
  files: Files;
  secrets: SecretReader;
  credentials: MailboxCredentials;
  clock: () => number;
};

/** Checks one part of a mailbox. `test_mail_id` names the test mail whose arrival is checked. */
export type CheckMailbox = (
  mailbox: MailboxRow,
  request: { part: CheckPart; test_mail_id: string | null },
) => Promise<MailboxCheck>;

/** Shorter than the bff's timeout. The bff must not report a slow mail server as an outage of the desk. */
const partMilliseconds = 20_000;

/** The deadline of the part expires before these timeouts, with an error message for people. */
const timeouts = { connect: partMilliseconds, response: partMilliseconds, idle: 0 };

export const createMailboxCheck = ({
  database,
  files,
  secrets,
  credentials: { readCredentials },
  clock,
}: CheckDependencies): CheckMailbox => {
  /** Checks a server. `signIn` throws SignInError, or the reason of the signal. */
  const checkDirection = async (
    mailbox: MailboxRow,
    direction: ConnectionDirection,
    server: Pick<CheckedServer, 'host' | 'port' | 'security' | 'authentication' | 'user'>,
    signIn: (credentials: Credentials | null) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<CheckResult[]> => {
    const [protocol, title] =
      direction === 'outbound' ? (['smtp', 'Outgoing server'] as const) : (['imap', 'Incoming server'] as const);
    const { host, port, security, authentication } = server;
    const checked = { host, port, security, authentication, protocol, title };
    const credentials = await readCredentials(database, mailbox, direction, clock());
    if (credentials !== null && 'response' in credentials) {
      const probed = { ...checked, user: server.user, secret: null, signIn: null };
      const results = await checkServer(probed, clock(), signal);
      return [...results, problem('failed', `${title}: sign-in`, null, credentials.response)];
    }
    const user = credentials?.user ?? server.user;
    const signInAndDescribe = async () => {
      await signIn(credentials);
      return `Signed in as ${user}`;
    };
    const secret = getSecret(credentials);
    return checkServer({ ...checked, user, secret, signIn: signInAndDescribe }, clock(), signal);
  };

  const checkOutbound = async (mailbox: MailboxRow, signal: AbortSignal): Promise<CheckResult[]> => {
    const server = parseOutbound(mailbox);
    if (server === null)
      return [
        problem('skipped', 'Outgoing server', null, 'The mailbox has no SMTP server: its mail stays on the desk.'),
      ];
    const signIn = async (credentials: Credentials | null) => (await openSmtp(server, credentials, signal)).close();
    return checkDirection(mailbox, 'outbound', server, signIn, signal);
  };

  const checkInbound = async (mailbox: MailboxRow, signal: AbortSignal): Promise<CheckResult[]> => {
    const server = connectionDraft(mailbox).inbound;
    if (server === null)
      return [
        problem('skipped', 'Incoming server', null, 'The mailbox has no IMAP server: other programs deliver its mail.'),
      ];
    const signIn = async (credentials: Credentials | null) => {
      if (credentials !== null) await openImapFolder(server, credentials, signal);
    };
    return checkDirection(mailbox, 'inbound', server, signIn, signal);
  };

  const sendTestMail = async (mailbox: MailboxRow, signal: AbortSignal): Promise<MailboxCheck> => {
    const skip = (advice: string) => report([problem('skipped', 'Test email', null, advice)]);
    if (captures(mailbox)) return skip('The mailbox captures its mail. Change its delivery to the SMTP server first.');
    if (mailbox.enabled === 0) return skip('The mailbox is disabled.');
    const server = parseOutbound(mailbox);
    if (server === null) return skip('The mailbox has no SMTP server.');
    const fail = (response: string) =>
      report([problem('failed', 'Test email', response, 'See the results of the outgoing server.')]);
    const credentials = await readCredentials(database, mailbox, 'outbound', clock());
    if (credentials !== null && 'response' in credentials) return fail(credentials.response);
    const secret = getSecret(credentials);
    const deskId = getDeskId(await readTokenKey(secrets, database.read));
    let connection: Connection;
    try {
      connection = await openSmtp(server, credentials, signal);
    } catch (error) {
      return fail(removeSecret(describeError(error), secret));
    }
    try {
      const { name, address } = mailbox;
      const sent = await sendTestMails(connection, { name, address, deskId, now: clock() }, signal);
      const results = sent.results.map(result => ({
        ...result,
        response: result.response && removeSecret(result.response, secret),
      }));
      return { results, test_mail_id: sent.id };
    } finally {
      connection.close();
    }
  };

  const checkArrivalOf = async (mailbox: MailboxRow, id: string | null, signal: AbortSignal): Promise<MailboxCheck> => {
    if (id === null) return report([]);
    const { id: mailboxId, address, trusted_authserv_id: trustedServer } = mailbox;
    const plusAddressing = parseOutbound(mailbox)?.plus_addressing ?? false;
    const search = { mailboxId, address, id, trustedServer, plusAddressing };
    return { results: await checkArrival(database.read, files, search, clock(), signal), test_mail_id: id };
  };

  return async (mailbox, { part, test_mail_id: testMailId }) => {
    const signal = startDeadline(partMilliseconds);
    if (part === 'outbound') return report(await checkOutbound(mailbox, signal));
    if (part === 'inbound') return report(await checkInbound(mailbox, signal));
    if (part === 'domain') return report(await checkDomain(splitAddress(mailbox.address)[1], signal));
    return part === 'test_mail' ? sendTestMail(mailbox, signal) : checkArrivalOf(mailbox, testMailId, signal);
  };
};

const getSecret = (credentials: Credentials | null): string | null =>
  credentials && ('pass' in credentials ? credentials.pass : credentials.accessToken);

/** Opens a session with the outgoing server. @throws SignInError, or the reason of the signal */
const openSmtp = async (
  server: OutboundDraft,
  credentials: Credentials | null,
  signal: AbortSignal,
): Promise<Connection> => {
  const connecting = connect(toSmtpSettings(server, credentials), timeouts);
  try {
    return await untilAborted(connecting, signal);
  } catch (error) {
    if (signal.aborted) {
      // The connection may still open later.
      connecting.then(late => late.close()).catch(() => {});
      throw signal.reason;
    }
    const { response, needsPerson } = describeConnectFailure(error as NodemailerError);
    throw new SignInError(response, needsPerson);
  }
};

/** Signs in and opens the folder from which mail is imported. @throws SignInError, or the reason of the signal */
const openImapFolder = async (server: Inbound, credentials: Credentials, signal: AbortSignal): Promise<void> => {
  const open = async () => {
    const { client } = await connectImap(server, credentials, signal, timeouts);
    await openFolder(client, server).finally(() => client.close());
  };
  try {
    await untilAborted(open(), signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = toImapError(error);
    throw new SignInError(failure.message, failure instanceof ImapError && failure.needsPerson);
  }
};

const report = (results: CheckResult[]): MailboxCheck => ({ results, test_mail_id: null });
