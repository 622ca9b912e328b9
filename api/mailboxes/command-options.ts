import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { afterImports, transports } from '#contract/enums';
import { securityModes } from '#contract/mailbox-connections';
import { type CommandContext, CommandError, createIntegerParser } from '../command-line.ts';
import type { ConnectionDelta } from './representation.ts';

/** The parsed options of `mailboxes add` and `mailboxes set`. False instead of a text or list removes the value. */
export type MailboxOptions = {
  name?: string;
  address?: string;
  alias?: string[] | false;
  enabled?: boolean;
  transport?: string;
  signature?: string | false;
  assignee?: string | false;
  tag?: string[] | false;
  subjectThreading?: boolean;
  newTicketAfterDays?: number;
  acknowledgement?: string | false;
};

/** Adds the options that `mailboxes add` and `mailboxes set` share. */
export const addMailboxOptions = (command: Command): Command =>
  command
    .option('--alias <address...>', 'more addresses whose mail belongs to this mailbox; replaces all aliases')
    .option('--no-alias', 'remove all aliases')
    .addOption(
      new Option('--transport <transport>', 'how mail is sent; "capture" stores it without sending').choices(
        transports,
      ),
    )
    .option('--enabled <on|off>', '"off" stops incoming and outgoing mail', createSwitchParser('--enabled'))
    .option('--signature <markdown>', 'the text below each reply, with placeholders like {agent name}')
    .option('--no-signature', 'remove the signature')
    .option('--assignee <email>', 'assign new tickets to this person')
    .option('--no-assignee', 'leave new tickets unassigned')
    .option('--tag <tag...>', 'tags of new tickets; replaces all tags')
    .option('--no-tag', 'add no tags to new tickets')
    .option(
      '--subject-threading <on|off>',
      'find the ticket of a mail by [#1042] in its subject',
      createSwitchParser('--subject-threading'),
    )
    .option(
      '--new-ticket-after-days <days>',
      'mail for a ticket that has been closed for longer starts a new ticket',
      createIntegerParser('--new-ticket-after-days', 1, 3650),
    )
    .option('--acknowledgement <markdown>', 'the automatic reply to the first mail of a ticket')
    .option('--no-acknowledgement', 'send no automatic reply');

/** Creates the parser of an option that is on or off. The parser throws CommandError for other values. */
const createSwitchParser =
  (option: string) =>
  (value: string): boolean => {
    if (value === 'on' || value === 'off') return value === 'on';
    throw new CommandError(`${option} must be on or off, not "${value}".`);
  };

/** Finds a person by email. */
type FindPerson = (email: string) => Promise<{ id: string } | null>;

/** Converts the given options to fields of a mailbox. @throws CommandError for an unknown person */
export const readMailboxOptions = async (
  { alias, signature, assignee, tag, ...options }: MailboxOptions,
  findPerson: FindPerson,
): Promise<object> => {
  const fields = {
    name: options.name,
    address: options.address,
    aliases: alias === false ? [] : alias,
    enabled: options.enabled,
    transport: options.transport,
    signature: signature === false ? '' : signature,
    default_assignee_id: typeof assignee === 'string' ? await requirePersonId(assignee, findPerson) : toNull(assignee),
    default_tags: tag === false ? [] : tag,
    subject_threading: options.subjectThreading,
    new_ticket_after_days: options.newTicketAfterDays,
    acknowledgement: toNull(options.acknowledgement),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

const toNull = <Value>(value: Value | false): Value | null => (value === false ? null : value);

const requirePersonId = async (email: string, findPerson: FindPerson): Promise<string> => {
  const person = await findPerson(email);
  if (person !== null) return person.id;
  throw new CommandError(`No person has the email ${email}; run "desk people list" to see all people.`);
};

/** The parsed options of `mailboxes connect`. */
export type ConnectOptions = {
  host?: string;
  port?: number;
  security?: (typeof securityModes)[number];
  user?: string | false;
  passwordStdin?: true;
  maxConnections?: number;
  maxPerMinute?: number;
  plusAddressing?: boolean;
  bounceAddressing?: boolean;
  authservId?: string | false;
  imap?: false;
  imapHost?: string;
  imapPort?: number;
  imapSecurity?: (typeof securityModes)[number];
  imapUser?: string;
  imapPasswordStdin?: true;
  imapFolder?: string;
  afterImport?: (typeof afterImports)[number];
  moveTo?: string;
  importSince?: string | false;
};

export const addConnectOptions = (command: Command): Command =>
  command
    .option('--host <host>', 'the host name or IP address of the SMTP server')
    .option('--port <port>', 'usually 465 with tls, 587 with starttls', createIntegerParser('--port', 1, 65_535))
    .addOption(new Option('--security <security>', '"none" only for a server on this machine').choices(securityModes))
    .option('--user <user>', 'the user to sign in as')
    .option('--no-user', 'send without signing in')
    .option('--password-stdin', 'read the password from stdin; it replaces OAuth')
    .option(
      '--max-connections <n>',
      'the maximum number of concurrent connections',
      createIntegerParser('--max-connections', 1, 20),
    )
    .option(
      '--max-per-minute <n>',
      'the maximum number of mails per minute',
      createIntegerParser('--max-per-minute', 1, 10_000),
    )
    .option(
      '--plus-addressing <on|off>',
      'mail to name+anything@… arrives in this mailbox',
      createSwitchParser('--plus-addressing'),
    )
    .option(
      '--bounce-addressing <on|off>',
      'mail to bounce+anything@… arrives in this mailbox',
      createSwitchParser('--bounce-addressing'),
    )
    .option('--authserv-id <name>', 'the name in the Authentication-Results of your mail server')
    .option('--no-authserv-id', 'trust no Authentication-Results')
    .option('--imap-host <host>', 'the host name or IP address of the IMAP server')
    .option(
      '--imap-port <port>',
      'usually 993 with tls, 143 with starttls',
      createIntegerParser('--imap-port', 1, 65_535),
    )
    .addOption(
      new Option('--imap-security <security>', '"none" only for a server on this machine').choices(securityModes),
    )
    .option('--imap-user <user>', 'the user to sign in as')
    .option('--imap-password-stdin', 'read the IMAP password from stdin; it replaces OAuth')
    .option('--imap-folder <folder>', 'the folder whose mail is imported; INBOX by default')
    .addOption(new Option('--after-import <action>', 'what happens to imported mail').choices(afterImports))
    .option('--move-to <folder>', 'the folder for imported mail, with --after-import move')
    .option('--import-since <time>', 'also import mail that arrived since this time, like 2026-11-20T00:00:00Z')
    .option('--no-import-since', 'import only new mail')
    .option('--no-imap', 'import no mail');

/** Converts options to a change of a connection. @throws CommandError for two passwords, or if stdin is a terminal */
export const readConnectOptions = async (
  options: ConnectOptions,
  context: Pick<CommandContext, 'stdin'>,
): Promise<ConnectionDelta> => {
  if (options.passwordStdin && options.imapPasswordStdin)
    throw new CommandError('Use --password-stdin and --imap-password-stdin in separate commands.');
  const server = {
    host: options.host,
    port: options.port,
    security: options.security,
    user: toNull(options.user),
    ...(options.passwordStdin && (await readPassword(context, '--password-stdin'))),
    max_connections: options.maxConnections,
    max_per_minute: options.maxPerMinute,
    plus_addressing: options.plusAddressing,
    bounce_addressing: options.bounceAddressing,
  };
  const imapSettings = {
    host: options.imapHost,
    port: options.imapPort,
    security: options.imapSecurity,
    user: options.imapUser,
    folder: options.imapFolder,
    after_import: options.afterImport,
    move_to: options.moveTo,
    import_since: toNull(options.importSince),
  };
  const outbound = pickDefined(server);
  const usesImap = options.imap !== false;
  if (!usesImap && (options.imapPasswordStdin || pickDefined(imapSettings) !== undefined))
    throw new CommandError('Use --no-imap without other options of IMAP.');
  const imapPassword = options.imapPasswordStdin && (await readPassword(context, '--imap-password-stdin'));
  const inbound = usesImap ? pickDefined({ ...imapSettings, ...imapPassword }) : null;
  const authservId = toNull(options.authservId);
  return {
    ...(outbound !== undefined && { outbound }),
    ...(inbound !== undefined && { inbound }),
    ...(authservId !== undefined && { trusted_authserv_id: authservId }),
  };
};

/** Reads a password. The mailbox then signs in with it instead of with OAuth. */
const readPassword = async (context: Pick<CommandContext, 'stdin'>, option: string) => ({
  authentication: 'password' as const,
  password: await readSecret(context, option),
});

/** Picks the given options; undefined if no option is given. */
const pickDefined = <Options extends object>(options: Options): Partial<Options> | undefined => {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Options>) : undefined;
};

/** Reads a secret from stdin, without the final line break that "echo" and editors add. @throws CommandError */
export const readSecret = async ({ stdin }: Pick<CommandContext, 'stdin'>, option: string): Promise<string> => {
  if (stdin.isTTY) throw new CommandError(`${option} needs a pipe or a file, for example "< secret.txt".`);
  return (await text(stdin)).replace(/\r?\n$/, '');
};
