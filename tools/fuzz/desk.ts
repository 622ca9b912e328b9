import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailStates, roles } from '#contract/enums';
import { checks } from '../../api/check/checks.ts';
import { runChecks } from '../../api/check/run-checks.ts';
import { commandActor } from '../../api/database/audit-log.ts';
import { encodeEnum } from '../../api/database/column-encoding.ts';
import type { Database, WriteTransaction } from '../../api/database/database.ts';
import { createLinkToken, insertLink } from '../../api/database/one-time-links.ts';
import { markDeleted } from '../../api/database/tombstones.ts';
import { enqueue } from '../../api/jobs/enqueue.ts';
import { addNotification } from '../../api/notifications/testing/add-notification.ts';
import { listLiveGrants } from '../../api/oauth/grants/live-grants.ts';
import { createFormBrowser } from '../../api/oauth/testing/browser.ts';
import { obtainTokens } from '../../api/oauth/testing/code-flow.ts';
import { addClient, addPerson } from '../../api/oauth/testing/oauth-server.ts';
import { prepareOAuth } from '../../api/oauth/testing/prepare-oauth.ts';
import { createScriptToken, revokeScriptToken } from '../../api/oauth/tokens/script-tokens.ts';
import { insertIdentity } from '../../api/people/identities/store.ts';
import { createPersonStore } from '../../api/people/store.ts';
import { insertSession } from '../../api/testing/add-session.ts';
import { startApiProcess } from '../../api/testing/api-process.ts';
import type { KnownOAuth } from '../../api/testing/arbitraries/oauth-endpoints.ts';
import { openStore } from '../../api/testing/engines.ts';
import type { JsonSchema } from '../../api/testing/openapi-document.ts';
import { copySharedKeys } from '../../api/testing/shared-keys.ts';
import { measureResidentMiB } from '../resident-memory.ts';
import { type Caller, callerPeople, callers } from './callers.ts';
import { createLogWatch, type LogWatch } from './log-watch.ts';
import { openTransport, type Transport } from './send.ts';

/** The desk under test: a real API process with its own store, and its callers. */
export type FuzzDesk = {
  /** API_PUBLIC_URL. */
  url: string;
  openTransport(): Transport;
  document: JsonSchema;
  log: LogWatch;
  /** The `Authorization` of a caller; null for an anonymous caller. */
  getAuthorization(as: string): string | null;
  /** The person id of a caller; null without a valid token. */
  getPersonId(as: string): string | null;
  personIds: readonly string[];
  /** People who are not callers and may be changed. */
  extraIds: readonly string[];
  /** Jobs that are due in many years. */
  jobIds: readonly string[];
  /** A notification of each person, by the person's id. */
  notificationIds: ReadonlyMap<string, string>;
  /** Grants of a connected app. */
  grantIds: readonly string[];
  /** Linked accounts of the first of `extraIds`. */
  identityIds: readonly string[];
  /** The value of an OAuth placeholder, such as the second client's id; undefined for an unknown placeholder. */
  findOAuthValue(kind: string, which: string): string | undefined;
  /** Existing values for OAuth requests, as placeholders. */
  knownOAuth: KnownOAuth;
  /** Restores the people of the callers, and creates new tokens and invitations. */
  restore(): Promise<void>;
  /** Marks received mail as held, as if it needed a decision. */
  holdMails(): Promise<void>;
  /** Deletes the mailboxes of a sequence, since their number is limited. */
  removeMailboxes(): Promise<void>;
  /** The resident memory of the API in MiB; null on systems that do not report it. */
  memory(): Promise<number | null>;
  /** The findings of all checks on the store. */
  check(): Promise<string[]>;
  stop(): Promise<void>;
};

const highLimits = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_IP_PER_MINUTE: '1000000' };

/** Only requests may change the store. The fuzzer can then check that rejected requests change nothing. */
const noJobs = { JOBS: 'off' };
const day = 86_400_000;

/** Starts a desk on a temporary SQLite file or PostgreSQL database. */
export const startFuzzDesk = async (engine: Database['engine']): Promise<FuzzDesk> => {
  const { database, environment, remove } = await openStore(engine, true);
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-fuzz-'));
  await copySharedKeys(database);
  const ids = await addPeople(database);
  const jobIds = await addJobs(database);
  const notificationIds = await addNotifications(database, Object.values(ids));
  const identityIds = await addIdentities(database, ids['extra-1'] ?? '');
  await database.transaction(writes => addSecondFactorAndSessions(writes, ids['extra-2'] ?? ''));
  const log = createLogWatch();
  const api = await startApiProcess(
    {
      ...environment,
      ...(engine === 'postgres' && { DATA_DIR: dataDir }),
      ...highLimits,
      ...noJobs,
      LOG_LEVEL: 'debug',
    },
    { onLine: log.addLine, seconds: 0 },
  );
  const known = await prepareOAuth({ url: api.url }, database);
  const grantIds = await addGrants({ url: api.url }, database);
  const oauthValues = listOAuthValues(known);
  const document = (await (await fetch(`${api.url}/v1/openapi.json`)).json()) as JsonSchema;
  const tokens: Record<string, string> = {};
  const issue = async () => {
    for (const [name, caller] of Object.entries(callers)) tokens[name] = await createToken(database, caller);
    await disablePeople(database, ids);
    for (const token of Object.values(tokens)) log.addSecret(token);
  };
  await issue();
  const cookies = known.cookies.flatMap(cookie => cookie.split(/; |=/));
  for (const secret of [...known.tokens, ...known.codes, ...known.uids, ...cookies]) log.addSecret(secret);
  const findPersonId = (as: string) => ids[callers[as]?.person ?? ''] ?? null;
  return {
    url: api.url,
    openTransport: () => openTransport(api.url),
    document,
    log,
    getAuthorization: as => (tokens[as] === undefined || tokens[as] === '' ? null : `Bearer ${tokens[as]}`),
    getPersonId: as => (callers[as]?.token === 'valid' ? findPersonId(as) : null),
    personIds: Object.values(ids),
    extraIds: ['extra-1', 'extra-2'].map(name => ids[name] ?? ''),
    jobIds,
    notificationIds,
    grantIds,
    identityIds,
    findOAuthValue: (kind, which) => (kind === 'token' ? tokens[which] : oauthValues[kind]?.[Number(which)]),
    knownOAuth: withPlaceholders(known),
    async restore() {
      await restore(database, ids);
      await issue();
    },
    holdMails: () => holdMails(database),
    removeMailboxes: () => removeMailboxes(database),
    memory: async () => Math.round(await measureResidentMiB(api.pid)) || null,
    check: async () => (await runChecks(database, checks)).findings.map(each => JSON.stringify(each)),
    async stop() {
      const code = await api.stop('SIGTERM');
      await database.close();
      await remove();
      await rm(dataDir, { recursive: true });
      if (code !== 0) throw new Error(`The API exited with ${code}.\n${api.outputLines.join('\n')}`);
    },
  };
};

const getEmail = (name: string): string => `${name}@fuzz.example`;

const addPeople = async (database: Database): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {};
  for (const [name, { role }] of Object.entries(callerPeople))
    ids[name] = (await addPerson(database, getEmail(name), role)).id;
  for (const name of ['extra-1', 'extra-2']) ids[name] = (await addPerson(database, getEmail(name))).id;
  return ids;
};

/** Adds more jobs than a run uses. */
const addJobs = async (database: Database): Promise<string[]> => {
  const runAt = Date.UTC(2100, 0);
  await database.transaction(async writes => {
    for (let count = 0; count < 2000; count++) await enqueue(writes, 'purge_expired', { runAt });
  });
  return (await database.read.selectFrom('jobs').select('id').execute()).map(({ id }) => id);
};

const addNotifications = async (
  database: Database,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const personId of personIds) ids.set(personId, await addNotification(database, personId));
  return ids;
};

/** Adds grants of one person and client. */
const addGrants = async (server: { url: string }, database: Database): Promise<string[]> => {
  const person = await addPerson(database, 'granting@fuzz.example');
  const client = await addClient(database);
  const browser = createFormBrowser();
  for (let count = 0; count < 20; count++) await obtainTokens({ server, person, client, browser });
  const grants = await listLiveGrants(database.read, { personId: person.id }, 100, Date.now());
  return grants.map(({ id }) => id);
};

/** Links accounts at an identity provider to a person. Adds more accounts than a run uses. */
const addIdentities = async (database: Database, personId: string): Promise<string[]> => {
  await database.transaction(async writes => {
    const person = await createPersonStore().findPerson(writes, personId);
    if (person === null) throw new TypeError('The person is missing.');
    for (let count = 0; count < 500; count++) {
      const account = { issuer: 'https://login.example', subject: String(count), email: null };
      await insertIdentity(writes, person, account, commandActor(Date.now()));
    }
  });
  return (await database.read.selectFrom('identities').select('id').execute()).map(({ id }) => id);
};

/** The sessions that the second of `extraIds` has when a sequence starts. This person also has a second factor. */
export const fuzzSessionIds = Array.from({ length: 20 }, (_, n) => `fuzz-session-${n}`);

const addSecondFactorAndSessions = async (writes: WriteTransaction, personId: string): Promise<void> => {
  const now = Date.now();
  const factor = { person_id: personId, kind: 0, created_at: now, last_used_at: now, last_step: 0, used_by: '' };
  await writes
    .insertInto('second_factors')
    .values(factor)
    .onConflict(conflict => conflict.doNothing())
    .execute();
  for (const id of fuzzSessionIds) await insertSession(writes, personId, id);
};

/**
 * Resets the people of the callers. Enables all of them, so that tokens can be created, and invites everyone. Adds
 * sessions and a second factor.
 */
const restore = (database: Database, ids: Record<string, string>): Promise<void> =>
  database.transaction(async writes => {
    await addSecondFactorAndSessions(writes, ids['extra-2'] ?? '');
    for (const [name, { role }] of Object.entries(callerPeople)) {
      const email = getEmail(name);
      const original = { role: encodeEnum(roles, role), disabled: 0, email, email_key: email };
      await writes
        .updateTable('people')
        .set(original)
        .where('id', '=', ids[name] ?? '')
        .execute();
    }
    for (const personId of Object.values(ids)) {
      const invitation = { kind: 'invitation', personId, createdBy: null, deliveryId: null } as const;
      await insertLink(writes, invitation, { token: createLinkToken(), now: Date.now() });
    }
  });

const holdMails = async (database: Database): Promise<void> => {
  await database.transaction(writes =>
    writes
      .updateTable('mails')
      .set({ state: encodeEnum(mailStates, 'held') })
      .where('state', '=', encodeEnum(mailStates, 'received'))
      .execute(),
  );
};

const removeMailboxes = (database: Database): Promise<void> =>
  database.transaction(async writes => {
    const ids = await writes.selectFrom('mailboxes').select('id').execute();
    for (const { id } of ids) await markDeleted(writes, 'mailbox', id, Date.now());
    await writes.deleteFrom('mailboxes').execute();
    await writes.deleteFrom('sealed_secrets').where('name', 'like', 'mailbox.%').execute();
  });

const disablePeople = (database: Database, ids: Record<string, string>): Promise<void> =>
  database.transaction(async writes => {
    const names = Object.entries(callerPeople).flatMap(([name, { disabled }]) => (disabled ? [ids[name] ?? ''] : []));
    await writes.updateTable('people').set({ disabled: 1 }).where('id', 'in', names).execute();
  });

const createToken = async (database: Database, { person, scopes, token }: Caller): Promise<string> => {
  if (token === 'unknown') return randomBytes(32).toString('base64url');
  if (person === null || token === 'none') return '';
  const days = token === 'expired' ? 1 : 30;
  const clock = () => Date.now() - (token === 'expired' ? 2 * day : 0);
  const { access_token, id } = await createScriptToken(database, { email: getEmail(person), scopes, days }, clock);
  if (token === 'revoked') await revokeScriptToken(database, id, commandActor(Date.now()));
  return access_token;
};

/** The values of OAuth placeholders by kind. */
const listOAuthValues = ({ clients, cookies, uids, tokens, codes, email }: KnownOAuth) => {
  const values: Record<string, readonly string[]> = {
    client: clients.map(each => each.clientId),
    redirect: clients.map(each => each.redirectUri),
    basic: clients.map(each => each.authorization),
    ...{ cookie: cookies, uid: uids, oauthtoken: tokens, code: codes, email: [email] },
  };
  return values;
};

/** Replaces each value with a placeholder, because a restarted desk has other values. */
const withPlaceholders = ({ clients, cookies, uids, tokens, codes }: KnownOAuth): KnownOAuth => ({
  clients: clients.map((_, n) => ({
    clientId: `~client.${n}~`,
    redirectUri: `~redirect.${n}~`,
    authorization: `~basic.${n}~`,
  })),
  cookies: cookies.map((_, n) => `~cookie.${n}~`),
  uids: uids.map((_, n) => `~uid.${n}~`),
  tokens: tokens.map((_, n) => `~oauthtoken.${n}~`),
  codes: codes.map((_, n) => `~code.${n}~`),
  email: '~email.0~',
});
