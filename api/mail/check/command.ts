import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { type CheckPart, type CheckResult, checkParts, type MailboxCheck } from '#contract/mailbox-checks';
import { CommandError, type OpenDatabase, printResult, withDatabase } from '../../command-line.ts';
import type { Database } from '../../database/database.ts';
import type { MailboxRow } from '../../mailboxes/representation.ts';
import { requireMailbox } from '../../mailboxes/require-mailbox.ts';
import type { Stores } from '../../stores.ts';
import type { CheckMailbox } from './check-mailbox.ts';

export type CheckCommandDependencies = {
  open: OpenDatabase;
  openStores(database: Database): Stores;
  createCheck(database: Database): CheckMailbox;
};

type Options = { mailbox?: string; testMail: boolean; json?: true };

const pollMilliseconds = 1000;

/** Creates the command `desk mail check`. */
export const checkMailCommand = ({ open, openStores, createCheck }: CheckCommandDependencies): Command =>
  new Command('check')
    .description(
      'check the mail servers and the DNS records of a mailbox, and send a mail from it to itself. Waits up to a minute for the mail, which the running desk imports. Exits with 1 if a check fails.',
    )
    .option('--mailbox <address>', 'the address of the mailbox; all mailboxes by default')
    .option('--no-test-mail', 'check only servers and DNS records; send no mail to the mailbox itself')
    .option('--json', 'print JSON')
    .action(async ({ mailbox: address, testMail }: Options, command: Command) => {
      const checked = await withDatabase(open, async database => {
        const { mailboxes } = openStores(database);
        const selected =
          address === undefined
            ? await mailboxes.findAll(database.read)
            : [await requireMailbox(mailboxes, database.read, address)];
        const check = createCheck(database);
        const reports = [];
        for (const mailbox of selected)
          reports.push({ address: mailbox.address, results: await runParts(check, database, mailbox, testMail) });
        return reports;
      });
      printResult(command, checked, checked.flatMap(formatReport));
      if (checked.some(({ results }) => results.some(({ state }) => state === 'failed')))
        throw new CommandError('A check failed.');
    });

/** Runs the parts in order and waits for the test mail. Without `testMail`, skips the test mail and its arrival. */
const runParts = async (
  check: CheckMailbox,
  database: Database,
  mailbox: MailboxRow,
  testMail: boolean,
): Promise<CheckResult[]> => {
  const results: CheckResult[] = [];
  let id: string | null = null;
  const run = async (part: CheckPart): Promise<MailboxCheck> => {
    const report = await check(mailbox, { part, test_mail_id: id });
    if (!report.results.some(({ state }) => state === 'waiting')) return report;
    await pause(pollMilliseconds);
    // Lets the next read see the mail that the desk has imported.
    database.startRequest();
    return run(part);
  };
  for (const part of checkParts) {
    if (!testMail && part === 'test_mail') break;
    const report = await run(part);
    results.push(...report.results);
    id = report.test_mail_id;
  }
  return results;
};

const marks = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', waiting: 'waiting', skipped: 'skipped' } as const;

const formatReport = ({ address, results }: { address: string; results: CheckResult[] }): string[] => [
  address,
  ...results.flatMap(({ name, state, response, advice }) => [
    `  ${marks[state].padEnd(8)} ${name}`,
    ...(response === null ? [] : [`           ${response}`]),
    ...(advice === null ? [] : [`           → ${advice}`]),
  ]),
];
