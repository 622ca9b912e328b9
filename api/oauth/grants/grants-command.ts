import { Command } from 'commander';
import {
  CommandError,
  createIntegerParser,
  type OpenDatabase,
  printNote,
  printResult,
  withDatabase,
} from '../../command-line.ts';
import { type AuditDraft, commandActor, recordAudit } from '../../database/audit-log.ts';
import type { Queries, WriteTransaction } from '../../database/database.ts';
import { findPersonId } from '../accounts/accounts.ts';
import { scriptClientId } from '../clients/client-ids.ts';
import { unknownClientError } from '../clients/registration.ts';
import { createClientLoader } from '../clients/stored-client.ts';
import { formatGrantTable, toGrantJson } from './grant-table.ts';
import { type GrantFilter, listLiveGrants } from './live-grants.ts';
import { countLiveGrants, revokeGrant, revokeGrants } from './revoke-grants.ts';

/** Command-line options: the email address of a person, the client_id of a client. */
type Filter = { person?: string; client?: string };

const defaultLimit = 100;
const maxLimit = 1_000_000;

/** `desk grants …`: lists and revokes sign-ins, connected apps and script tokens. */
export const grantsCommand = (open: OpenDatabase): Command => {
  const grants = new Command('grants').description('list and revoke sign-ins, connected apps and script tokens');

  grants
    .command('list')
    .description('list valid sign-ins, connected apps and script tokens, newest first')
    .option('--person <email>', 'only grants of this person')
    .option('--client <client_id>', `only grants of this client; ${scriptClientId} for script tokens`)
    .option('--limit <grants>', 'the maximum number to show', createIntegerParser('--limit', 1, maxLimit), defaultLimit)
    .option('--json', 'print JSON')
    .action(async ({ limit, ...filter }: Filter & { limit: number }, command: Command) => {
      // Loads one grant more than the limit, to detect hidden grants.
      const found = await withDatabase(open, async ({ read }) =>
        listLiveGrants(read, await requireIds(read, filter), limit + 1, Date.now()),
      );
      const grantRows = found.slice(0, limit).map(toGrantJson);
      printResult(command, grantRows, formatGrantTable(grantRows));
      if (found.length > limit) {
        printNote(command, `Only the newest ${limit} grants are shown: use --person or --client, or raise --limit.`);
      }
    });

  grants
    .command('revoke [id]')
    .description('revoke one grant, or all grants of a person or client, with their tokens')
    .option('--person <email>', 'revoke all grants of this person and sign them out everywhere')
    .option('--client <client_id>', 'revoke all grants of this client, which stays registered')
    .option('--json', 'print JSON')
    // An id can start with a dash.
    .allowUnknownOption()
    .action(async (id: string | undefined, filter: Filter, command: Command) => {
      const count = await withDatabase(open, database =>
        database.transaction(async writes => {
          requireOneSelector(id, filter);
          if (id !== undefined) return revokeById(writes, id);
          const selector = toSelector(await requireIds(writes, filter));
          const found = await countLiveGrants(writes, selector, Date.now());
          await revokeGrants(writes, selector);
          await recordAudit(writes, commandActor(Date.now()), { ...toAudited(selector), before: { grants: found } });
          return found;
        }),
      );
      printResult(command, { revoked: count }, [`Revoked ${count === 1 ? '1 grant' : `${count} grants`}.`]);
    });

  return grants;
};

/** Revokes a grant of any kind. @returns 1, the number of revoked grants @throws CommandError for an unknown id */
const revokeById = async (writes: WriteTransaction, id: string): Promise<number> => {
  const [grant] = await listLiveGrants(writes, { id }, 1, Date.now());
  if (grant === undefined) throw new CommandError(`Unknown grant ${id}; "desk grants list" shows all valid grants.`);
  await revokeGrant(writes, grant, commandActor(Date.now()));
  return 1;
};

type Selector = { account_id: string } | { client_id: string };

const toAudited = (selector: Selector): Pick<AuditDraft, 'action' | 'targetId'> =>
  'account_id' in selector
    ? { action: 'person.access_revoked', targetId: selector.account_id }
    : { action: 'client.access_revoked', targetId: selector.client_id };

const requireOneSelector = (id: string | undefined, { person, client }: Filter): void => {
  if ([id, person, client].filter(each => each !== undefined).length === 1) return;
  throw new CommandError('Use exactly one of: a grant id (see "desk grants list"), --person or --client.');
};

const toSelector = ({ personId, clientId = '' }: GrantFilter): Selector =>
  personId === undefined ? { client_id: clientId } : { account_id: personId };

const requireIds = async (queries: Queries, { person, client }: Filter): Promise<GrantFilter> => ({
  personId: person === undefined ? undefined : await requirePersonId(queries, person),
  clientId: client === undefined ? undefined : await requireClientId(queries, client),
});

const requirePersonId = async (queries: Queries, email: string): Promise<string> => {
  const found = await findPersonId(queries, email);
  if (found === null)
    throw new CommandError(`No person has the email ${email}; run "desk people list" to see all people.`);
  return found;
};

const requireClientId = async (queries: Queries, clientId: string): Promise<string> => {
  if (clientId === scriptClientId || (await createClientLoader()(queries, clientId)) !== undefined) return clientId;
  throw unknownClientError(clientId);
};
