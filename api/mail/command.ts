import { Command } from 'commander';
import { maxMailBytes } from '#contract/mails';
import { type CommandContext, CommandError, type OpenDatabase, printResult, withDatabase } from '../command-line.ts';
import type { Database } from '../database/database.ts';
import { FileTooLargeError } from '../files/driver.ts';
import { MailboxUnavailableError } from '../mails/store.ts';
import type { Stores } from '../stores.ts';
import { type CheckCommandDependencies, checkMailCommand } from './check/command.ts';
import { createMailReceiver } from './receive-mail.ts';
import { skipFromLine } from './skip-from-line.ts';

/** Exit codes that mail servers understand (sysexits.h). */
const exitCodes = { tooLarge: 65, unknownMailbox: 67, tryAgain: 75 } as const;

type MailCommandDependencies = {
  open: OpenDatabase;
  context: Pick<CommandContext, 'stdin'>;
  openStores(database: Database): Stores;
  clock: () => number;
} & CheckCommandDependencies;

type Options = { mailbox: string; envelopeFrom?: string; envelopeTo?: string; json?: true };

/** Creates the command `desk mail`. */
export const mailCommand = (dependencies: MailCommandDependencies): Command =>
  new Command('mail')
    .description('add incoming mail, and check mailboxes')
    .addCommand(receiveCommand(dependencies))
    .addCommand(checkMailCommand(dependencies));

const receiveCommand = ({ open, context, openStores, clock }: MailCommandDependencies): Command =>
  new Command('receive')
    .description(
      'add a mail from standard input to a mailbox. Exits with 0 when it is stored, 75 to try again later, 67 if no mailbox has the address, 65 if the mail is larger than 25 MB.',
    )
    .requiredOption('--mailbox <address>', 'the address of the mailbox; a plus part is ignored')
    .option('--envelope-from <address>', 'the sender of the envelope (SMTP MAIL FROM); empty for a bounce')
    .option('--envelope-to <address>', 'the recipient of the envelope (SMTP RCPT TO); --mailbox by default')
    .option('--json', 'print JSON')
    .action(async ({ mailbox: address, envelopeFrom, envelopeTo }: Options, command: Command) => {
      const envelope = { from: envelopeFrom ?? null, to: envelopeTo ?? address };
      const { mail, isNew } = await withDatabase(open, async database => {
        const { mailboxes, mails, files } = openStores(database);
        const mailbox = await mailboxes.findRecipient(database.read, address);
        if (mailbox === null)
          throw new CommandError(`No mailbox has the address ${address}.`, exitCodes.unknownMailbox);
        const receive = createMailReceiver({ database, files, clock, mails, mailboxes, maxBytes: maxMailBytes });
        return receive(mailbox.id, envelope, skipFromLine(context.stdin));
      }).catch(rejectWithExitCode);
      printResult(command, { mail_id: mail.id, is_new: isNew }, [
        isNew ? `Stored as mail ${mail.id}.` : `Already stored as mail ${mail.id}.`,
      ]);
    });

/** @throws CommandError with the exit code of the error. After 75, the mail server tries again. */
const rejectWithExitCode = (error: unknown): never => {
  if (error instanceof CommandError) throw error;
  if (error instanceof FileTooLargeError)
    throw new CommandError('The mail is larger than 25 MB and was not stored.', exitCodes.tooLarge);
  if (error instanceof MailboxUnavailableError && !error.isDisabled)
    throw new CommandError('The mailbox was deleted.', exitCodes.unknownMailbox);
  const problem = error instanceof Error ? error.message : String(error);
  throw new CommandError(`The mail was not stored; try again later: ${problem}`, exitCodes.tryAgain);
};
