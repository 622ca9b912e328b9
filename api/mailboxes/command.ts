import { Command } from 'commander';
import { createMailbox, type Mailbox, type MailboxConnection } from '#contract';
import { validate, withPlainErrors } from '../command-errors.ts';
import { formatTable, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import type { Queries } from '../database/database.ts';
import type { AuthorizationStore } from './authorization/store.ts';
import {
  addConnectOptions,
  addMailboxOptions,
  type ConnectOptions,
  type MailboxOptions,
  readConnectOptions,
  readMailboxOptions,
} from './command-options.ts';
import { type HookCommandDependencies, hookCommand } from './hook-command.ts';
import {
  connectionDraft,
  describeConnection,
  type MailboxRow,
  mailboxDraft,
  mergeConnection,
} from './representation.ts';
import { requireMailbox } from './require-mailbox.ts';
import { saveConnection } from './save-connection.ts';
import { requireValidMailbox } from './validate.ts';

export type MailboxesCommandDependencies = HookCommandDependencies & {
  people: { findPersonByEmail(queries: Queries, email: string): Promise<{ id: string } | null> };
  /** Reads the secret keys, so only an action calls it. */
  createAuthorizationStore(): AuthorizationStore;
};

/** `desk mailboxes …`: manages the email addresses of the desk. */
export const mailboxesCommand = (dependencies: MailboxesCommandDependencies): Command =>
  new Command('mailboxes')
    .description('manage the email addresses of the desk')
    .addCommand(listCommand(dependencies))
    .addCommand(addCommand(dependencies))
    .addCommand(setCommand(dependencies))
    .addCommand(connectCommand(dependencies))
    .addCommand(hookCommand(dependencies))
    .addCommand(removeCommand(dependencies));

/** A mailbox as the commands print it. */
const toOutput = (row: MailboxRow): Omit<Mailbox, 'url' | 'version' | 'created_at' | 'updated_at'> => ({
  id: row.id,
  ...mailboxDraft(row),
  person_id: row.person_id,
});

const listCommand = ({ createStore, open }: MailboxesCommandDependencies): Command =>
  new Command('list')
    .description('list all mailboxes')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const outputs = (await withDatabase(open, ({ read }) => createStore().findAll(read))).map(toOutput);
      const rows = outputs.map(({ id, address, name, enabled, transport }) => [
        ...[id, address, name],
        enabled ? transport : 'disabled',
      ]);
      printResult(command, outputs, formatTable(['ID', 'ADDRESS', 'NAME', 'TRANSPORT'], rows));
    });

const addCommand = (dependencies: MailboxesCommandDependencies): Command =>
  addMailboxOptions(
    new Command('add')
      .argument('<address>')
      .description('add a mailbox; its outgoing mail is captured until its transport is smtp'),
  )
    .requiredOption('--name <name>', 'the name that customers see as the sender')
    .option('--json', 'print JSON')
    .action(async (address: string, options: MailboxOptions, command: Command) => {
      const { createStore, people, open, clock } = dependencies;
      const store = createStore();
      const row = await withDatabase(open, database =>
        database.transaction(async writes => {
          const fields = await readMailboxOptions(options, email => people.findPersonByEmail(writes, email));
          const draft = validate(createMailbox.body, { address, ...fields });
          await withPlainErrors(() => requireValidMailbox(store, writes, draft, null));
          return store.insert(writes, draft, commandActor(clock()));
        }),
      );
      printResult(command, toOutput(row), [`Added ${row.name} <${row.address}>. Its outgoing mail is captured.`]);
    });

const setCommand = (dependencies: MailboxesCommandDependencies): Command =>
  addMailboxOptions(new Command('set').argument('<address>').description('change the given settings of a mailbox'))
    .option('--name <name>', 'the name that customers see as the sender')
    .option('--address <address>', 'the new address')
    .option('--json', 'print JSON')
    .action(async (address: string, options: MailboxOptions, command: Command) => {
      const { createStore, people, open, clock } = dependencies;
      const store = createStore();
      const row = await withDatabase(open, database =>
        database.transaction(async writes => {
          const found = await requireMailbox(store, writes, address);
          const fields = await readMailboxOptions(options, email => people.findPersonByEmail(writes, email));
          const draft = validate(createMailbox.body, { ...mailboxDraft(found), ...fields });
          await withPlainErrors(() => requireValidMailbox(store, writes, draft, found));
          return store.update(writes, found, draft, commandActor(clock()));
        }),
      );
      printResult(command, toOutput(row), [`Changed ${row.name} <${row.address}>.`]);
    });

const connectCommand = ({
  createStore,
  createAuthorizationStore,
  open,
  clock,
  context,
}: MailboxesCommandDependencies): Command =>
  addConnectOptions(
    new Command('connect')
      .argument('<address>')
      .description(
        'set the servers of a mailbox; to send mail, then run "desk mailboxes set <address> --transport smtp"',
      ),
  )
    .option('--json', 'print JSON')
    .action(async (address: string, options: ConnectOptions, command: Command) => {
      const change = await readConnectOptions(options, context);
      const stores = { mailboxes: createStore(), authorizations: createAuthorizationStore() };
      const { connection: row, hasExpired } = await withDatabase(open, database =>
        database.transaction(async writes => {
          const { mailboxes } = stores;
          const found = await mailboxes.readConnection(writes, await requireMailbox(mailboxes, writes, address));
          const draft = mergeConnection(connectionDraft(found), change);
          return withPlainErrors(() => saveConnection(stores, writes, { row: found, draft }, commandActor(clock())));
        }),
      );
      const connection = describeConnection(row);
      const { inbound, outbound } = connection;
      printResult(command, { id: row.id, ...connection }, [
        `${row.address} uses ${describeServer(outbound)}.`,
        ...(inbound === null ? [] : [`It imports the mail of ${inbound.folder} on ${describeServer(inbound)}.`]),
        ...(hasExpired ? ['The mail server changed: sign the mailbox in again in its settings.'] : []),
      ]);
    });

const describeServer = (server: MailboxConnection['inbound'] | MailboxConnection['outbound']): string => {
  if (server === null) return 'no server';
  const { host, port, security, user, password_set } = server;
  return `${host}:${port} (${security})${password_set ? ` and signs in as ${user}` : ''}`;
};

const removeCommand = ({ createStore, open, clock }: MailboxesCommandDependencies): Command =>
  new Command('remove')
    .argument('<address>')
    .description('delete a mailbox permanently; its tickets remain')
    .option('--json', 'print JSON')
    .action(async (address: string, _options: unknown, command: Command) => {
      const store = createStore();
      const row = await withDatabase(open, database =>
        database.transaction(async writes => {
          const found = await requireMailbox(store, writes, address);
          await store.remove(writes, found, commandActor(clock()));
          return found;
        }),
      );
      printResult(command, { id: row.id, address: row.address }, [`Deleted ${row.name} <${row.address}>.`]);
    });
