import type { z } from 'zod';
import {
  createScriptToken,
  deleteScriptToken,
  getScriptToken,
  listScriptTokens,
  type ScriptToken,
  type ScriptTokenDraft,
} from '#contract';
import type { Scope } from '#contract/enums';
import type { FieldError } from '#contract/errors';
import { maxListedGrants } from '#contract/grants';
import { isoTime } from '../../database/column-encoding.ts';
import type { Queries } from '../../database/database.ts';
import { getActor } from '../../http/actor.ts';
import { fieldError, requireNoErrors } from '../../http/errors.ts';
import type { Resource, Route } from '../../http/route.ts';
import { createSecretRoute } from '../../http/serve-create.ts';
import { deleteRoute } from '../../http/serve-delete.ts';
import { itemRoute } from '../../http/serve-item.ts';
import { listRoute } from '../../http/serve-list.ts';
import { findAccount } from '../accounts/accounts.ts';
import { createGrantPages, type GrantRow, toGrantRow } from '../grants/grant-list.ts';
import { listScripts } from '../grants/live-grants.ts';
import { toScopes } from '../scopes.ts';
import { dayMilliseconds, deleteScriptToken as deleteToken, insertScriptToken } from './script-tokens.ts';

type ScriptTokenDependencies = { apiPublicUrl: string; clock: () => number };

/** Creates the routes of script tokens. A script token cannot be updated, only deleted. */
export const scriptTokenRoutes = ({ apiPublicUrl, clock }: ScriptTokenDependencies): Route[] => {
  const resource = scriptTokenResource(apiPublicUrl, clock);
  const { toRepresentation } = resource;
  return [
    listRoute(listScriptTokens, {
      kind: 'script_token',
      ...createGrantPages<z.output<typeof listScriptTokens.query>>(
        (queries, { person_id: personId }) => listScripts(queries, { personId }, maxListedGrants, clock()),
        maxListedGrants,
      ),
      toRepresentation,
    }),
    itemRoute(getScriptToken, resource),
    createSecretRoute(createScriptToken, resource, async (writes, { person_id, ...draft }, context) => {
      requireNoErrors(await checkPerson(writes, person_id));
      const { token, id } = await insertScriptToken(writes, person_id, draft, getActor(context));
      const [stored] = await listScripts(writes, { id }, 1, context.now);
      if (stored === undefined) throw new Error('The new script token was not stored.');
      return { row: toGrantRow(stored), secret: token };
    }),
    deleteRoute(deleteScriptToken, resource, async (writes, { id }, context) => {
      await deleteToken(writes, id, getActor(context));
    }),
  ];
};

const scriptTokenResource = (baseUrl: string, clock: () => number): Resource<GrantRow, ScriptTokenDraft> => ({
  name: 'script_token',
  parameter: 'script_token_id',
  async find(queries, { script_token_id: id = '' }) {
    const [token] = await listScripts(queries, { id }, 1, clock());
    return token === undefined ? null : toGrantRow(token);
  },
  isDeleted: async () => false,
  toDraft: ({ personId, clientName, scopes, createdAt, expiresAt }) => ({
    ...{ person_id: personId, name: clientName, scopes: sortScopes(scopes) },
    days: (expiresAt - createdAt) / dayMilliseconds,
  }),
  toRepresentation: toScriptToken(baseUrl),
  validateReferences: async (queries, { person_id }) =>
    person_id === undefined ? [] : checkPerson(queries, person_id),
  prepare: async draft => (draft.scopes === undefined ? draft : { ...draft, scopes: sortScopes(draft.scopes) }),
});

const sortScopes = (scopes: readonly string[]): Scope[] => [...toScopes(scopes.join(' '))];

const checkPerson = async (queries: Queries, id: string): Promise<FieldError[]> =>
  (await findAccount(queries, id)) === null
    ? [fieldError('person_id', 'unknown_reference', 'must be the id of an enabled person')]
    : [];

/** Converts a script token to its representation; `baseUrl` is API_PUBLIC_URL. */
const toScriptToken =
  (baseUrl: string) =>
  ({ id, personId, clientName, scopes, createdAt, expiresAt }: GrantRow): ScriptToken => ({
    id,
    url: `${baseUrl}/v1/script_tokens/${id}`,
    person_id: personId,
    name: clientName,
    scopes: sortScopes(scopes),
    expires_at: isoTime(expiresAt),
    version: 1,
    created_at: isoTime(createdAt),
    updated_at: isoTime(createdAt),
  });
