import { randomBytes } from 'node:crypto';
import type { CheckResult } from '#contract/mailbox-checks';
import type { Queries } from '../../database/database.ts';
import type { MailRow } from '../../database/mails.ts';
import { composeMail } from '../../deliveries/compose/compose-mail.ts';
import { createMessageId } from '../../deliveries/compose/message-id.ts';
import { toMailBytes } from '../../deliveries/load-mail.ts';
import type { Connection, Transmission } from '../../deliveries/smtp/connection.ts';
import type { SendOutcome } from '../../deliveries/smtp/outcome.ts';
import type { Files } from '../../files/files.ts';
import { splitAddress } from '../address-token.ts';
import { parseAuthenticationResults } from '../parse/authentication-results.ts';
import { describeError, untilAborted } from './deadline.ts';
import { checkDkimKey } from './domain-records.ts';
import { ok, problem } from './result.ts';

type Sender = { name: string; address: string };

type Kind = 'plain' | 'plus';

/** Creates a subject that contains the id, because some servers replace the Message-ID. */
const createSubject = (id: string, kind: Kind): string =>
  kind === 'plain' ? `Test email ${id}` : `Test email ${id} ${plusMark}`;

const plusMark = 'to a plus address';

const getRecipient = (address: string, id: string, kind: Kind): string => {
  const [local, domain] = splitAddress(address);
  return kind === 'plain' ? address : `${local}+check-${id}@${domain}`;
};

/** The suffix of a test mail's id if only the plain mail may arrive. */
const plainSuffix = '-plain';

/**
 * Sends a mail from a mailbox to itself, then a mail to its plus address. Stops if the signal is aborted.
 * @returns the id of the test mail, with `plainSuffix` if only the plain mail may arrive; null if it cannot arrive
 */
export const sendTestMails = async (
  connection: Connection,
  { name, address, deskId, now }: Sender & { deskId: string; now: number },
  signal: AbortSignal,
): Promise<{ id: string | null; results: CheckResult[] }> => {
  const id = `${now.toString(36)}-${randomBytes(6).toString('hex')}`;
  const send = async (kind: Kind): Promise<Sent> => {
    const to = getRecipient(address, id, kind);
    const mail = await composeMail({
      ...{ messageId: createMessageId(address), date: now, from: { name, email: address } },
      ...{ to: [{ name: '', email: to }], cc: [], replyTo: null, references: [], files: [], signature: '' },
      ...{ subject: createSubject(id, kind), text: 'The desk sent this email to itself as a test.' },
      // Processing recognizes the desk's own mail, and creates no ticket from it.
      ...{ deskId, hasHtml: false, isAutomatic: true },
    });
    const outcome = await transmit(connection, { from: address, to, mail: toMailBytes(mail) }, signal);
    return describeOutcome(`Test email to ${to}`, outcome, kind);
  };
  const plain = await send('plain');
  if (!plain.mayArrive) return { id: null, results: [plain.result] };
  // The server may close the connection after a mail.
  if (!connection.isOpen() || signal.aborted) return { id: id + plainSuffix, results: [plain.result] };
  const plus = await send('plus');
  return { id: plus.mayArrive ? id : id + plainSuffix, results: [plain.result, plus.result] };
};

type Sent = { result: CheckResult; mayArrive: boolean };

/**
 * Sends one mail. If the signal aborts after DATA, the outcome is `unknown`: the server may have received the whole
 * mail.
 */
const transmit = async (
  connection: Connection,
  { from, to, mail }: { from: string; to: string; mail: Transmission['mail'] },
  signal: AbortSignal,
): Promise<SendOutcome> => {
  let hasStarted = false;
  const beforeData = async () => {
    hasStarted = !signal.aborted;
    return hasStarted;
  };
  const sent = connection.send({ from, to: [to], mail, beforeData });
  return untilAborted(sent, signal).catch(error => {
    if (!signal.aborted) throw error;
    return { kind: hasStarted ? 'unknown' : 'disconnected', response: describeError(signal.reason) };
  });
};

const describeOutcome = (title: string, outcome: SendOutcome, kind: Kind): Sent => {
  const response = outcome.kind === 'aborted' ? null : outcome.response;
  if (outcome.kind === 'unknown')
    return { mayArrive: true, result: problem('warning', title, response, unconfirmedAdvice) };
  const isCompleted = outcome.kind === 'completed';
  if (isCompleted && outcome.recipients.every(({ state }) => state === 'sent'))
    return { mayArrive: true, result: ok(title, response) };
  const advice = !isCompleted ? lostAdvice : kind === 'plain' ? rejectedAdvice : plusAdvice;
  return { mayArrive: false, result: problem(kind === 'plain' ? 'failed' : 'warning', title, response, advice) };
};

const rejectedAdvice = 'The server rejected the email: see its response.';

const lostAdvice = 'The connection ended before the server accepted the email. Send another test email.';

const unconfirmedAdvice = 'The server did not confirm the email, but may have accepted it. See whether it arrives.';

const plusAdvice =
  'Without plus addresses, the desk uses other headers to find the ticket to which a reply belongs. To use plus addresses, let your server accept mail to name+anything, then switch them on for outgoing mail.';

/** The time within which a test mail must arrive. Its id contains the time at which the mail was sent. */
const waitMilliseconds = 60_000;

type Search = { mailboxId: string; address: string; id: string; trustedServer: string | null; plusAddressing: boolean };

/** Reports which test mails arrived, and the server's results about the plain mail. */
export const checkArrival = async (
  queries: Queries,
  files: Files,
  { mailboxId, address, id: fullId, trustedServer, plusAddressing }: Search,
  now: number,
  signal: AbortSignal,
): Promise<CheckResult[]> => {
  const isPlusExpected = !fullId.endsWith(plainSuffix);
  const id = isPlusExpected ? fullId : fullId.slice(0, -plainSuffix.length);
  const sentAt = Number.parseInt(id, 36);
  const mails = await queries
    .selectFrom('mails')
    .selectAll()
    .where('sender_key', '=', address.toLowerCase())
    // Another machine's clock may differ.
    .where('created_at', '>=', sentAt - waitMilliseconds)
    .where('mailbox_id', '=', mailboxId)
    .execute();
  // Some servers add a mark like "[EXTERNAL]" to the subject.
  const testMails = mails.filter(({ subject }) => subject?.includes(id));
  const plain = testMails.find(({ subject }) => !subject?.includes(plusMark));
  const plus = testMails.find(({ subject }) => subject?.includes(plusMark));
  const isLate = now > sentAt + waitMilliseconds;
  const describe = (name: string, mail: MailRow | undefined, absence: 'warning' | 'failed', advice: string) =>
    mail === undefined
      ? problem(isLate ? absence : 'waiting', name, null, advice)
      : ok(name, describeArrival(mail, sentAt));
  const results = [describe('Test email', plain, 'failed', arrivalAdvice)];
  const plusName = 'Plus addresses';
  if (plus !== undefined && !plusAddressing)
    results.push(problem('warning', plusName, null, 'Plus addresses work. Switch them on for outgoing mail.'));
  else if (isPlusExpected) results.push(describe(plusName, plus, plusAddressing ? 'failed' : 'warning', plusAdvice));
  if (plain === undefined) return results;
  return [...results, ...(await checkAuthentication(files, plain, trustedServer, signal))];
};

const arrivalAdvice =
  'The email has not arrived. Check how mail comes from your server to the desk: the incoming server in the settings, or the forwarding rule of your mail server.';

const describeArrival = ({ created_at, envelope_to }: MailRow, sentAt: number): string => {
  // The process that stored the mail may have a different clock.
  const seconds = Math.max(0, Math.round((created_at - sentAt) / 1000));
  return `Arrived after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${envelope_to === null ? '' : ` for ${envelope_to}`}`;
};

/** Reads a mail's Authentication-Results, and checks the key of its DKIM signature. */
const checkAuthentication = async (
  files: Files,
  { file_id }: MailRow,
  trustedServer: string | null,
  signal: AbortSignal,
): Promise<CheckResult[]> => {
  const headers = file_id === null ? [] : readHeaders(await files.read(file_id));
  const find = (name: string) => headers.filter(([each]) => each === name).map(([, value]) => value);
  const reports = parseAuthenticationResults(find('authentication-results'));
  const trusted = reports.find(({ server }) => trustedServer === null || server === trustedServer.toLowerCase());
  const title = 'SPF, DKIM and DMARC of the test email';
  const [signature] = find('dkim-signature');
  const results = trusted === undefined ? [] : describeResults(trusted.text);
  if (trusted === undefined)
    results.push(
      problem(
        'warning',
        title,
        reports[0]?.text ?? null,
        trustedServer === null
          ? 'Your server does not report these results. Send a reply to an account at another provider, and read its headers.'
          : `The email has no Authentication-Results header of ${trustedServer}. Correct the name in the connection, or let your server add the header.`,
      ),
    );
  else if (trustedServer === null)
    results.push(
      problem(
        'warning',
        title,
        trusted.text,
        trusted.server === ''
          ? 'Your server does not name itself in this header, so the desk cannot distinguish its results from forged results.'
          : `Enter ${trusted.server} in the connection as the server whose results the desk trusts, if it is yours.`,
      ),
    );
  const tag = (letter: string) => signature?.match(new RegExp(`(?:^|;)\\s*${letter}=\\s*([\\w.-]+)`))?.[1];
  const [domain, selector] = [tag('d'), tag('s')];
  if (domain !== undefined && selector !== undefined) results.push(await checkDkimKey(domain, selector, signal));
  else
    results.push(
      problem('warning', 'DKIM signature', null, 'Let your server sign mail with DKIM. Large providers expect it.'),
    );
  return results;
};

const methods = ['spf', 'dkim', 'dmarc'] as const;

const describeResults = (text: string): CheckResult[] =>
  methods.flatMap(method => {
    const name = `${method.toUpperCase()} of the test email`;
    const results = [...text.matchAll(new RegExp(`;\\s*${method}\\s*=\\s*(\\w+)[^;]*`, 'gi'))];
    const passes = (each: RegExpExecArray) => /^pass$/i.test(each[1] ?? '');
    // RFC 8601, 2.7.1: one result for each signature. One valid signature is enough.
    const result = (method === 'dkim' ? results.find(passes) : undefined) ?? results[0];
    if (result === undefined) return [];
    const response = result[0].slice(1).trim();
    return /^(pass|none|neutral)$/i.test(result[1] ?? '')
      ? [ok(name, response)]
      : [problem('failed', name, response, `Correct the ${method.toUpperCase()} record or the sending server.`)];
  });

const maxHeaderBytes = 65_536;

/** Reads the headers of a mail, with names in lower case. */
const readHeaders = (mail: Buffer): [name: string, value: string][] =>
  mail
    .subarray(0, maxHeaderBytes)
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .split('\n\n', 1)
    .join('')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .map(line => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
