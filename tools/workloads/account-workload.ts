import { refreshTokens } from '../../api/oauth/testing/code-flow.ts';
import type { Random } from '../../api/sample/random.ts';
import { type ExpectedAccount, findAccountDifferences, type Grant, type TestClient } from './account.ts';
import {
  type AccountStep,
  chooseStep,
  createRefresh,
  createSignIn,
  markRevoked,
  replaceGrant,
} from './account-steps.ts';
import { throwProblems } from './expected-responses.ts';
import { isUnavailable, type TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/** The administrator's token, the OAuth clients, and a prefix for all names. */
type Settings = { admin: string; clients: readonly [TestClient, ...TestClient[]]; prefix: string };

/** A round starts with a new account once the person's version exceeds this. */
const maxChanges = 6;

/**
 * Creates a workload on one account at a time. It signs in, refreshes and revokes tokens, changes role and password,
 * and disables and enables the person.
 */
export const createAccountWorkload = (random: Random, { admin, clients, prefix }: Settings): Workload => {
  let wordCount = 0;
  const createWord = () => `${prefix}${(wordCount++).toString(36)}`;
  const pastAccounts: ExpectedAccount[] = [];
  let account: ExpectedAccount | null = null;
  let draft = newDraft(createWord());
  /** The step in progress, or the creation of the account. */
  let pending: AccountStep | 'creating' | null = null;
  let pendingSince = 0;
  let acknowledged = 0;

  const createPerson = (desk: TestDesk) =>
    desk.as(admin)('POST', '/v1/people', draft, { key: `create-${draft.email}` });
  const toAccount = (id: unknown): ExpectedAccount => {
    const { email, role, password } = draft;
    return {
      person: { id: String(id), email, role, disabled: false, version: 1 },
      ...{ password, oldPassword: null, grants: [] },
    };
  };

  /** Performs a step and returns the resulting account; null if the response was lost. */
  const performStep = async (desk: TestDesk): Promise<ExpectedAccount | null> => {
    if (account === null) {
      pending = 'creating';
      const response = await createPerson(desk).catch(() => null);
      if (isUnavailable(response)) return null;
      if (response.status !== 201)
        throw new Error(`POST /v1/people returned ${response.status} ${JSON.stringify(response.body)}`);
      return toAccount(response.body['id']);
    }
    pendingSince = Date.now();
    pending = chooseStep({ random, admin, clients, word: createWord }, account);
    return pending.send(desk);
  };

  /** Determines whether the step in progress was applied, and updates the expected account. */
  const resolvePending = async (desk: TestDesk): Promise<void> => {
    if (pending === null) return;
    if (pending === 'creating') {
      const { status, body } = await createPerson(desk);
      throwProblems(status === 201 ? [] : [`the repeated creation of ${draft.email} returned ${status}, not 201`]);
      account = toAccount(body['id']);
      return;
    }
    if (account === null || pending.ifApplied === null) return;
    const { description, ifApplied } = pending;
    const differencesBefore = await findAccountDifferences(desk, account, admin, clients[0]);
    const differencesAfter = await findAccountDifferences(desk, ifApplied, admin, clients[0]);
    if (differencesAfter.length > 0 === differencesBefore.length > 0)
      throw new Error(
        `The step "${description}" was partially applied.\n${[...differencesAfter, ' ', ...differencesBefore].join('\n')}`,
      );
    if (differencesAfter.length === 0) account = ifApplied;
  };

  return {
    async write(desk, isOver) {
      [pending, acknowledged] = [null, 0];
      if ((account?.person.version ?? 0) > maxChanges && account !== null) {
        pastAccounts.push(account);
        [account, draft] = [null, newDraft(createWord())];
      }
      while (!isOver()) {
        const after = await performStep(desk);
        if (after === null) return;
        [account, pending] = [after, null];
        acknowledged++;
      }
    },

    async verifyRound(desk) {
      await resolvePending(desk);
      if (account !== null) {
        account = await resendLostRefresh(desk, account, pendingSince);
        throwProblems(await findAccountDifferences(desk, account, admin, clients[0]));
        account = await ensureGrant(desk, await refreshNewest(desk, account, random), clients);
      }
      return acknowledged;
    },

    async verifyRun(desk) {
      const accounts = account === null ? pastAccounts : [...pastAccounts, account];
      for (const each of accounts) throwProblems(await findAccountDifferences(desk, each, admin, clients[0]));
    },
  };
};

const newDraft = (word: string) => ({
  ...{ name: `Person ${word}`, email: `${word}@desk.example` },
  ...{ role: 'agent', password: `correct horse ${word}` },
});

/** Resends a refresh token whose response was lost. Within the grace period this succeeds; later it revokes the grant. */
const resendLostRefresh = async (desk: TestDesk, account: ExpectedAccount, since: number): Promise<ExpectedAccount> => {
  const lost = account.grants.find(({ isLive, refreshToken }) => isLive && refreshToken === null);
  return lost === undefined ? account : resendRefresh(desk, account, lost, since);
};

/** @param since the earliest possible time of the token's first use, in milliseconds since 1970 */
const resendRefresh = async (
  { url }: TestDesk,
  account: ExpectedAccount,
  grant: Grant,
  since: number,
): Promise<ExpectedAccount> => {
  const { client, usedRefreshTokens } = grant;
  const { status, body } = await refreshTokens({ server: { url }, client }, usedRefreshTokens.at(-1) ?? '');
  if (client.graceSeconds === 0 && status === 200)
    throw new Error(`A refresh token of ${client.clientId} was accepted twice.`);
  if (status !== 200 && Date.now() - since < client.graceSeconds * 1000)
    throw new Error(`A refresh token of ${client.clientId} was rejected within its grace period.`);
  if (status !== 200) return replaceGrant(account, grant, markRevoked(grant));
  if (grant.refreshToken !== null && grant.refreshToken !== body.refresh_token)
    throw new Error(`A refresh token of ${client.clientId} has two successors.`);
  return replaceGrant(account, grant, { ...grant, refreshToken: body.refresh_token });
};

/** Signs in if no grant is valid. The next round then starts with a grant. */
const ensureGrant = async (
  desk: TestDesk,
  account: ExpectedAccount,
  clients: readonly TestClient[],
): Promise<ExpectedAccount> => {
  if (account.person.disabled || account.grants.some(({ isLive }) => isLive)) return account;
  const [client] = clients.slice(account.grants.length % clients.length);
  const after = client === undefined ? null : await createSignIn(account, client).send(desk);
  if (after === null) throw new Error('A sign-in after the restart got no response.');
  return after;
};

/** Uses the newest refresh token, sometimes twice. */
const refreshNewest = async (desk: TestDesk, account: ExpectedAccount, random: Random): Promise<ExpectedAccount> => {
  const valid = account.grants.findLast(({ isLive, refreshToken }) => isLive && refreshToken !== null);
  if (valid === undefined) return account;
  const sentAt = Date.now();
  const after = await createRefresh(account, valid).send(desk);
  const refreshed = after?.grants[account.grants.indexOf(valid)];
  if (after === null || refreshed === undefined) throw new Error('A refresh after the restart got no response.');
  const hasNoGracePeriod = refreshed.client.graceSeconds === 0;
  return hasNoGracePeriod && random.next() < 0.6 ? after : resendRefresh(desk, after, refreshed, sentAt);
};
