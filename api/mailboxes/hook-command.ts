import { Command, Option } from 'commander';
import { type CommandContext, CommandError, type OpenDatabase, printResult, withDatabase } from '../command-line.ts';
import { type AuditDraft, commandActor, recordAudit } from '../database/audit-log.ts';
import { readSecret } from './command-options.ts';
import { createHookKey, getHookUrl, type HookProvider, type HookStore, hookProviders, type MailHook } from './hooks.ts';
import { requireMailbox } from './require-mailbox.ts';
import type { MailboxStore } from './store.ts';

export type HookCommandDependencies = {
  /** Reads the secret keys, so only an action calls it. */
  createStore(): MailboxStore;
  createHookStore(): HookStore;
  /** Returns API_PUBLIC_URL. */
  getApiUrl(): string;
  open: OpenDatabase;
  clock: () => number;
  context: Pick<CommandContext, 'stdin'>;
};

type HookOptions = { provider: HookProvider; signingKeyStdin?: true; renew?: true; remove?: true };

/** `desk mailboxes hook`: manages the URLs to which providers send incoming mail. */
export const hookCommand = (dependencies: HookCommandDependencies): Command =>
  new Command('hook')
    .argument('<address>')
    .description(
      'print the URL to which a provider sends the mail of a mailbox, and create it if it does not exist. The URL is a secret.',
    )
    .addOption(
      new Option('--provider <provider>', 'the provider that sends the mail')
        .choices(hookProviders)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--signing-key-stdin', 'read the HTTP webhook signing key of Mailgun from stdin').conflicts('remove'),
    )
    .addOption(new Option('--renew', 'replace the URL; the old URL stops working immediately').conflicts('remove'))
    .option('--remove', 'remove the URL')
    .option('--json', 'print JSON')
    .action(async (address: string, options: HookOptions, command: Command) => {
      const { createStore, createHookStore, getApiUrl, open, clock, context } = dependencies;
      const { provider } = options;
      const signingKey = options.signingKeyStdin ? await readSecret(context, '--signing-key-stdin') : null;
      const hooks = createHookStore();
      const result = await withDatabase(open, database =>
        database.transaction(async writes => {
          const { id } = await requireMailbox(createStore(), writes, address);
          const stored = await hooks.find(writes, id, provider);
          const record = (entry: Omit<AuditDraft, 'targetId'>) =>
            recordAudit(writes, commandActor(clock()), { ...entry, targetId: id });
          if (options.remove) {
            if (stored === null) return { url: null, text: `There is no URL for mail from ${provider} to ${address}.` };
            await hooks.remove(writes, id, provider);
            await record({ action: 'mailbox.hook_removed', before: { provider } });
            return { url: null, text: `Mail from ${provider} to ${address} is no longer accepted.` };
          }
          const hook = changeHook(stored, signingKey, options);
          if (hook !== stored) {
            await hooks.write(writes, id, provider, hook);
            const action = stored === null ? 'mailbox.hook_created' : 'mailbox.hook_renewed';
            const secrets = [
              ...(hook.key === stored?.key ? [] : ['url']),
              ...(hook.signingKey === (stored?.signingKey ?? null) ? [] : ['signing_key']),
            ];
            await record({ action, after: { provider }, secrets });
          }
          const url = getHookUrl(getApiUrl(), id, provider, hook);
          return { url, text: url };
        }),
      );
      printResult(command, { url: result.url }, [result.text]);
    });

/** Returns the changed hook; the same object if nothing changes. @throws CommandError */
const changeHook = (stored: MailHook | null, signingKey: string | null, { provider, renew }: HookOptions): MailHook => {
  if (signingKey !== null && provider !== 'mailgun') throw new CommandError('--signing-key-stdin is only for mailgun.');
  if (signingKey === '') throw new CommandError('The signing key is empty.');
  if (stored === null && signingKey === null && provider === 'mailgun')
    throw new CommandError(
      'Mailgun signs its requests: pass the HTTP webhook signing key of Mailgun with --signing-key-stdin.',
    );
  if (stored !== null && signingKey === null && !renew) return stored;
  return {
    key: stored === null || renew ? createHookKey() : stored.key,
    signingKey: signingKey ?? stored?.signingKey ?? null,
  };
};
