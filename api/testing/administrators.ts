import { scopes } from '#contract/vocabulary';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createScriptToken } from '../oauth/tokens/script-tokens.ts';
import { insertPerson } from '../people/store.ts';

type Place = Parameters<typeof openDatabase>[0];

/** Makes a desk with so many administrators in a store that a process will open; their tokens, which may do everything. */
export const addAdministrators = async (place: Place, names: readonly string[]): Promise<string[]> => {
  const database = openDatabase(place);
  await migrate(database, Date.now);
  const tokens: string[] = [];
  for (const name of names) {
    const draft = { name, email: `${name.toLowerCase()}@desk.example`, role: 'admin', disabled: false } as const;
    await database.transaction(writes => insertPerson(writes, draft, null, Date.now()));
    const { access_token } = await createScriptToken(database, { email: draft.email, scopes, days: 2 }, Date.now);
    tokens.push(access_token);
  }
  await database.close();
  return tokens;
};

/** The same with one, and their token. */
export const addOneAdministrator = async (place: Place): Promise<string> => {
  const [token = ''] = await addAdministrators(place, ['Mara']);
  return token;
};
