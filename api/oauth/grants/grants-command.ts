import { Command } from 'commander';
import { CommandError, type OpenDatabase, remark, say, withDatabase } from '../../command-line.ts';
import type { Queries } from '../../database/database.ts';
import { findPersonId } from '../accounts/accounts.ts';
import { createFindClient } from '../clients/find-client.ts';
import { scriptClientId } from '../clients/reserved-clients.ts';
import { countLiveGrants, endGrants, type Which } from './end-grants.ts';
import { asJson, grantTable } from './grant-table.ts';
import type { LiveGrant } from './live-grant.ts';
import { listLiveGrants } from './live-grants.ts';

/** As they are typed: an e-mail address, a client_id. */
type Filter = { person?: string; client?: string };

const usualLimit = 100;
const greatestLimit = 1_000_000;

/** `desk grants …`: who is signed in, and which programs act for whom. */
export const grantsCommand = (open: OpenDatabase): Command => {
  const grants = new Command('grants').description('who is signed in, and which programs act for whom');

  grants
    .command('list')
    .description('show the sign-ins, permissions and tokens that are good, the newest first')
    .option('--person <email>', 'those of one person')
    .option('--client <client_id>', `those of one program; ${scriptClientId} for tokens for scripts`)
    .option('--limit <grants>', 'how many at most', readLimit, usualLimit)
    .option('--json', 'print JSON')
    .action(async ({ limit, ...filter }: Filter & { limit: number }, command: Command) => {
      // One more than asked for tells whether that was all.
      const found = await withDatabase(open, ({ read }) => list(read, filter, limit + 1));
      const shown = found.slice(0, limit).map(asJson);
      say(command, shown, grantTable(shown));
      if (found.length > limit) {
        remark(command, `Only the newest ${limit} are shown: name --person or --client, or a greater --limit.`);
      }
    });

  grants
    .command('revoke [id]')
    .description('end one grant, or all of a person or of a program, with every token of them, at once')
    .option('--person <email>', 'everything of one person, who is signed out everywhere')
    .option('--client <client_id>', 'every permission and token of one program, which stays registered')
    .option('--json', 'print JSON')
    // One id in 64 begins with a dash.
    .allowUnknownOption()
    .action(async (id: string | undefined, filter: Filter, command: Command) => {
      const ended = await withDatabase(open, database =>
        database.transaction(async writes => {
          const which = await findWhich(writes, id, filter);
          const count = await countLiveGrants(writes, which, Date.now());
          if (id !== undefined && count === 0) throw noSuchGrant(id);
          await endGrants(writes, which);
          return count;
        }),
      );
      say(command, { revoked: ended }, [`Ended ${ended === 1 ? 'one grant' : `${ended} grants`}.`]);
    });

  return grants;
};

const list = async (queries: Queries, { person, client }: Filter, limit: number): Promise<LiveGrant[]> => {
  const personId = person === undefined ? undefined : await personIdOf(queries, person);
  const clientId = client === undefined ? undefined : await clientIdOf(queries, client);
  return listLiveGrants(queries, { personId, clientId }, limit, Date.now());
};

const findWhich = async (queries: Queries, id: string | undefined, { person, client }: Filter): Promise<Which> => {
  if ([id, person, client].filter(each => each !== undefined).length !== 1) {
    throw new CommandError('Say exactly one: the id of a grant ("desk grants list" shows it), --person or --client.');
  }
  if (person !== undefined) return { account_id: await personIdOf(queries, person) };
  if (client !== undefined) return { client_id: await clientIdOf(queries, client) };
  return { grant_id: id ?? '' };
};

const personIdOf = async (queries: Queries, email: string): Promise<string> => {
  const found = await findPersonId(queries, email);
  if (found === null) throw new CommandError(`Nobody has the address ${email}; "desk people list" shows everybody.`);
  return found;
};

const clientIdOf = async (queries: Queries, clientId: string): Promise<string> => {
  if (clientId === scriptClientId || (await createFindClient()(queries, clientId)) !== undefined) return clientId;
  throw new CommandError(`There is no client ${clientId}; "desk clients list" shows those that there are.`);
};

const noSuchGrant = (id: string): CommandError =>
  new CommandError(`There is no grant ${id}; "desk grants list" shows those that are good.`);

const readLimit = (text: string): number => {
  const limit = /^[0-9]{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= greatestLimit) return limit;
  throw new CommandError('--limit is a whole number from 1 to 1,000,000.');
};
