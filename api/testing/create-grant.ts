import { obtainTokens } from '../oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../oauth/testing/oauth-server.ts';
import type { TestApi } from './api.ts';

/** Lets a new person give a new client access. @returns the id of the grant */
export const createGrant = async ({ database, url, call }: TestApi): Promise<string> => {
  const person = await addPerson(database, `${crypto.randomUUID()}@desk.example`);
  await obtainTokens({ server: { url }, person, client: await addClient(database) });
  const { body } = await call<{ id: string }[]>('GET', `/v1/grants?person_id=${person.id}`, { as: 'admin' });
  return body[0]?.id ?? '';
};
