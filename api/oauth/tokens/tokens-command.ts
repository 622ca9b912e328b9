import { Command } from 'commander';
import type { Scope } from '#contract/vocabulary';
import { CommandError, type OpenDatabase, say, table, withDatabase } from '../../command-line.ts';
import { isoTime } from '../../database/values.ts';
import { readScopes } from '../clients/scope-option.ts';
import { createScriptToken, listScriptTokens, revokeScriptToken, UnknownPerson } from './script-tokens.ts';

const mostDays = 366;

type CreateOptions = { person: string; scope: Scope[]; days: number };

/** `desk tokens …`: access tokens for scripts, which need no sign-in. */
export const tokensCommand = (open: OpenDatabase): Command => {
  const tokens = new Command('tokens').description('access tokens for scripts');

  tokens
    .command('create')
    .description('make an access token that speaks for a person; printed this once')
    .requiredOption('--person <email>', 'whom it speaks for; their role caps what it can do')
    .requiredOption('--scope <scopes>', 'what it may do, separated by spaces', readScopes)
    .option('--days <days>', `how long it is good, at most ${mostDays}`, readDays, 30)
    .option('--json', 'print JSON')
    .action(async ({ person, scope, days }: CreateOptions, command: Command) => {
      const made = await withDatabase(open, store =>
        createScriptToken(store, { email: person, scopes: scope, days }, Date.now),
      ).catch((error: unknown) => {
        throw error instanceof UnknownPerson ? new CommandError(error.message) : error;
      });
      // The bare token, so that TOKEN=$(desk tokens create …) works.
      say(command, { ...made, expires_at: isoTime(made.expires_at), scope: scope.join(' ') }, [made.access_token]);
    });

  tokens
    .command('list')
    .description('show the tokens that are good')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const all = await withDatabase(open, ({ read }) => listScriptTokens(read, Date.now()));
      const shown = all.map(({ id, email, scopes: granted, createdAt, expiresAt }) => ({
        id,
        person: email,
        scope: granted.join(' '),
        created_at: isoTime(createdAt),
        expires_at: isoTime(expiresAt),
      }));
      const rows = shown.map(each => [each.id, each.person, each.expires_at.slice(0, 10), each.scope]);
      say(command, shown, table(['ID', 'PERSON', 'UNTIL', 'SCOPE'], rows));
    });

  tokens
    .command('revoke <id>')
    .description('end a token at once')
    .option('--json', 'print JSON')
    .action(async (id: string, _options: unknown, command: Command) => {
      const revoked = await withDatabase(open, store => revokeScriptToken(store, id));
      if (!revoked) throw new CommandError(`There is no token ${id}; "desk tokens list" shows those that are good.`);
      say(command, { revoked: id }, [`Revoked ${id}.`]);
    });

  return tokens;
};

const readDays = (text: string): number => {
  const days = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= mostDays) return days;
  throw new CommandError(`--days is a whole number from 1 to ${mostDays}.`);
};
