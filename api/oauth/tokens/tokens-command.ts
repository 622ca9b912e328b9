import { Command } from 'commander';
import { defaultTokenDays, maxTokenDays } from '#contract/client-limits';
import type { Scope } from '#contract/enums';
import { scriptTokenName } from '#contract/script-tokens';
import {
  CommandError,
  createIntegerParser,
  formatTable,
  type OpenDatabase,
  printResult,
  withDatabase,
} from '../../command-line.ts';
import { commandActor } from '../../database/audit-log.ts';
import { isoTime } from '../../database/column-encoding.ts';
import { parseScopeOption } from '../scopes.ts';
import { createScriptToken, listScriptTokens, revokeScriptToken, UnknownPersonError } from './script-tokens.ts';

type CreateOptions = { person: string; scope: Scope[]; days: number; name?: string };

/** Parses `--name`. @throws CommandError */
const parseName = (value: string): string => {
  const { error } = scriptTokenName.safeParse(value);
  if (error) throw new CommandError(error.issues.map(({ message }) => `--name ${message}`).join('; '));
  return value;
};

/** `desk tokens …`: creates, lists and revokes access tokens for scripts. */
export const tokensCommand = (open: OpenDatabase): Command => {
  const tokens = new Command('tokens').description('manage access tokens for scripts');

  tokens
    .command('create')
    .description('create an access token for a person and print it; it is shown only once')
    .requiredOption(
      '--person <email>',
      'the person for whom the token acts; the role of the person limits the permissions of the token',
    )
    .requiredOption('--scope <scopes>', 'scopes, separated by spaces', parseScopeOption)
    .option(
      '--days <days>',
      `days until the token expires, at most ${maxTokenDays}`,
      createIntegerParser('--days', 1, maxTokenDays),
      defaultTokenDays,
    )
    .option('--name <name>', 'the purpose of the token; the person sees it among their connected apps', parseName)
    .option('--json', 'print JSON')
    .action(async ({ person, scope, days, name }: CreateOptions, command: Command) => {
      const created = await withDatabase(open, store =>
        createScriptToken(store, { email: person, scopes: scope, days, ...(name && { name }) }, Date.now),
      ).catch((error: unknown) => {
        throw error instanceof UnknownPersonError ? new CommandError(error.message) : error;
      });
      // The bare token, so that TOKEN=$(desk tokens create …) works.
      printResult(command, { ...created, expires_at: isoTime(created.expires_at), scope: scope.join(' ') }, [
        created.access_token,
      ]);
    });

  tokens
    .command('list')
    .description('list the valid tokens')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const listed = await withDatabase(open, ({ read }) => listScriptTokens(read, Date.now()));
      const items = listed.map(({ id, email, clientName, scopes: granted, createdAt, expiresAt }) => ({
        id,
        person: email,
        name: clientName,
        scope: granted.join(' '),
        created_at: isoTime(createdAt),
        expires_at: isoTime(expiresAt),
      }));
      const rows = items.map(each => [each.id, each.person, each.name, each.expires_at.slice(0, 10), each.scope]);
      printResult(command, items, formatTable(['ID', 'PERSON', 'NAME', 'EXPIRES', 'SCOPE'], rows));
    });

  tokens
    .command('revoke <id>')
    .description('revoke a token immediately')
    .option('--json', 'print JSON')
    .action(async (id: string, _options: unknown, command: Command) => {
      const revoked = await withDatabase(open, store => revokeScriptToken(store, id, commandActor(Date.now())));
      if (!revoked) throw new CommandError(`Unknown token ${id}; "desk tokens list" shows the valid tokens.`);
      printResult(command, { revoked: id }, [`Revoked ${id}.`]);
    });

  return tokens;
};
