import { randomBytes } from 'node:crypto';
import type { CheckResult } from '#contract/mailbox-checks';
import type { Queries } from '../../database/database.ts';
import type { MailRow } from '../../database/mails.ts';
import { composeMail } from '../../deliveries/compose/compose-mail.ts';
import { createMessageId } from '../../deliveries/compose/message-id.ts';
import { toMailBytes } from '../../deliveries/load-mail.ts';
import type { Connection } from '../../deliveries/smtp/connection.ts';
import type { Files } from '../../files/files.ts';
import { splitAddress } from '../address-token.ts';
import { parseAuthenticationResults } from '../parse/authentication-results.ts';
import { checkDkimKey } from './domain-records.ts';
import { ok, problem } from './result.ts';

type Sender = { name: string; address: string };

const kinds = ['plain', 'plus'] as const;
type Kind = (typeof kinds)[number];

/** Some servers replace the Message-ID, but none the subject. */
const createSubject = (id: string, kind: Kind): string =>
  kind === 'plain' ? `Test mail ${id}` : `Test mail ${id} to a plus address`;

const getRecipient = (address: string, id: string, kind: Kind): string => {
  const [local, domain] = splitAddress(address);
  return kind === 'plain' ? address : `${local}+check-${id}@${domain}`;
};

/** Sends a mail from a mailbox to itself, and one to its plus address. @returns its id; null if none was accepted */
export const sendTestMails = async (
  connection: Connection,
  { name, address, deskId, now }: Sender & { deskId: string; now: number },
): Promise<{ id: string | null; results: CheckResult[] }> => {
  const id = `${now.toString(36)}-${randomBytes(6).toString('hex')}`;
  const results: CheckResult[] = [];
  for (const kind of kinds) {
    const to = getRecipient(address, id, kind);
    const mail = await composeMail({
      ...{ messageId: createMessageId(address), date: now, from: { name, email: address } },
      ...{ to: [{ name: '', email: to }], cc: [], replyTo: null, references: [], files: [], signature: '' },
      ...{ subject: createSubject(id, kind), text: 'The desk sent this mail to itself as a test.' },
      // Processing recognises the desk's own mail, which makes no ticket.
      ...{ deskId, hasHtml: false, automatic: true },
    });
    const outcome = await connection.send({
      ...{ from: address, to: [to], mail: toMailBytes(mail), beforeData: async () => true },
    });
    const title = `Test mail to ${to}`;
    const response = outcome.kind === 'aborted' ? null : outcome.response;
    const isAccepted = outcome.kind === 'answered' && outcome.recipients.every(({ state }) => state === 'sent');
    if (isAccepted) results.push(ok(title, response));
    else if (kind === 'plain')
      return {
        id: null,
        results: [problem('failed', title, response, 'The server rejected the mail: see its response.')],
      };
    else results.push(problem('warning', title, response, plusAdvice));
  }
  return { id, results };
};

const plusAdvice =
  'Answers then find their ticket by other marks. To use plus addresses, let your server accept mail to name+anything, then switch them on in the connection.';

/** How long a test mail may take. Its id says when it was sent. */
const waitMilliseconds = 60_000;

type Search = { mailboxId: string; address: string; id: string; trustedServer: string | null; plusAddressing: boolean };

/** Reports which test mails came back, and what the mailbox's own server says about them. */
export const checkArrival = async (
  queries: Queries,
  files: Files,
  { mailboxId, address, id, trustedServer, plusAddressing }: Search,
  now: number,
): Promise<CheckResult[]> => {
  const sentAt = Number.parseInt(id, 36);
  const mails = await queries
    .selectFrom('mails')
    .selectAll()
    .where('sender_key', '=', address.toLowerCase())
    // Another machine's clock may differ.
    .where('created_at', '>=', sentAt - waitMilliseconds)
    .where('mailbox_id', '=', mailboxId)
    .execute();
  const find = (kind: Kind) => mails.find(({ subject }) => subject === createSubject(id, kind));
  const [plain, plus] = [find('plain'), find('plus')];
  const isLate = now > sentAt + waitMilliseconds;
  const plusResult = describeArrival(
    'Plus addresses',
    plus,
    isLate ? (plusAddressing ? 'failed' : 'warning') : 'waiting',
    plusAdvice,
  );
  const results = [
    describeArrival('Test mail', plain, isLate ? 'failed' : 'waiting', arrivalAdvice),
    plus === undefined || plusAddressing
      ? plusResult
      : problem('warning', plusResult.name, plusResult.response, 'They work. Switch them on in the connection.'),
  ];
  return plain === undefined ? results : [...results, ...(await checkAuthentication(files, plain, trustedServer))];
};

const arrivalAdvice =
  'It has not arrived. Check how mail comes from your server to the desk: the incoming server, or the rule of your mail server.';

const describeArrival = (
  name: string,
  mail: MailRow | undefined,
  absence: 'waiting' | 'warning' | 'failed',
  advice: string,
): CheckResult => {
  if (mail === undefined) return problem(absence, name, null, advice);
  const recipient = mail.envelope_to === null ? '' : ` for ${mail.envelope_to}`;
  return ok(name, `Arrived at ${new Date(mail.created_at).toISOString()}${recipient}`);
};

/** Reads what a server found out about the sender of a mail, and checks the key of its signature. */
const checkAuthentication = async (
  files: Files,
  { file_id }: MailRow,
  trustedServer: string | null,
): Promise<CheckResult[]> => {
  const headers = file_id === null ? [] : readHeaders(await files.read(file_id));
  const find = (name: string) => headers.filter(([each]) => each === name).map(([, value]) => value);
  const all = parseAuthenticationResults(find('authentication-results'));
  const trusted = all.find(({ server }) => trustedServer === null || server === trustedServer.toLowerCase());
  const title = 'SPF, DKIM and DMARC of the test mail';
  const [signature] = find('dkim-signature');
  const results = trusted === undefined ? [] : describeResults(trusted.text);
  if (trusted === undefined)
    results.push(
      problem(
        'warning',
        title,
        all[0]?.text ?? null,
        trustedServer === null
          ? 'Your server does not report them. Send a reply to an account elsewhere, and read its headers.'
          : `No Authentication-Results of ${trustedServer} are in the mail. Correct the name in the connection, or let your server add them.`,
      ),
    );
  else if (trustedServer === null)
    results.push(
      problem(
        'warning',
        title,
        trusted.text,
        `Enter ${trusted.server} in the connection as the server whose results the desk trusts, if it is yours.`,
      ),
    );
  const tag = (letter: string) => signature?.match(new RegExp(`(?:^|;)\\s*${letter}=\\s*([\\w.-]+)`))?.[1];
  const [domain, selector] = [tag('d'), tag('s')];
  if (domain !== undefined && selector !== undefined) results.push(await checkDkimKey(domain, selector));
  else
    results.push(
      problem('warning', 'DKIM signature', null, 'Let your server sign mail with DKIM. Large providers expect it.'),
    );
  return results;
};

const methods = ['spf', 'dkim', 'dmarc'] as const;

const describeResults = (text: string): CheckResult[] =>
  methods.flatMap(method => {
    const name = `${method.toUpperCase()} of the test mail`;
    const match = new RegExp(`;\\s*${method}\\s*=\\s*(\\w+)[^;]*`, 'i').exec(text);
    if (match === null) return [];
    const response = match[0].slice(1).trim();
    return /^(pass|none|neutral)$/i.test(match[1] ?? '')
      ? [ok(name, response)]
      : [problem('failed', name, response, `Correct the ${method.toUpperCase()} record or the server that sends.`)];
  });

const maxHeaderBytes = 65_536;

/** Splits the headers of a mail, names in lower case. */
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
