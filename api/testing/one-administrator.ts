import { scopes } from '#contract/vocabulary';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { createScriptToken } from '../oauth/tokens/script-tokens.ts';
import { insertPerson } from '../people/store.ts';

/** Makes a desk with one administrator in a store that a process will open; their token, which may do everything. */
export const addOneAdministrator = async (place: Parameters<typeof openDatabase>[0]): Promise<string> => {
  const database = openDatabase(place);
  await migrate(database, Date.now);
  const draft = { name: 'Mara', email: 'mara@desk.example', role: 'admin', disabled: false } as const;
  await database.transaction(writes => insertPerson(writes, draft, null, Date.now()));
  const { access_token } = await createScriptToken(database, { email: draft.email, scopes, days: 2 }, Date.now);
  await database.close();
  return access_token;
};
