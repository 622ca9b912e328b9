import { scopes } from '#contract/enums';
import { commandActor } from '../database/audit-log.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { createScriptToken } from '../oauth/tokens/script-tokens.ts';
import { createPersonStore } from '../people/store.ts';

type StoreOptions = Parameters<typeof openDatabase>[0];

/** Migrates a store and adds administrators. Returns their tokens, which have every scope. */
export const addAdministrators = async (options: StoreOptions, names: readonly string[]): Promise<string[]> => {
  const database = openDatabase(options);
  await migrate(database, Date.now);
  const tokens: string[] = [];
  for (const name of names) {
    const draft = { name, email: `${name.toLowerCase()}@desk.example`, role: 'admin', disabled: false } as const;
    await database.transaction(writes => createPersonStore().insert(writes, draft, null, commandActor(Date.now())));
    const { access_token } = await createScriptToken(database, { email: draft.email, scopes, days: 2 }, Date.now);
    tokens.push(access_token);
  }
  await database.close();
  return tokens;
};

/** Migrates a store, adds one administrator and returns their token. */
export const addOneAdministrator = async (options: StoreOptions): Promise<string> => {
  const [token = ''] = await addAdministrators(options, ['Mara']);
  return token;
};
