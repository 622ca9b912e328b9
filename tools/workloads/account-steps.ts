import { obtainTokens, postAsClient, refreshTokens, type TokenBody } from '../../api/oauth/testing/code-flow.ts';
import type { Random } from '../../api/sample/random.ts';
import type { ExpectedAccount, Grant, TestClient } from './account.ts';
import { isUnavailable, type TestDesk } from './test-desk.ts';

/** A request that changes an account. */
export type AccountStep = {
  description: string;
  /** Sends the request and returns the account afterwards. Null without a response or during an outage. */
  send(desk: TestDesk): Promise<ExpectedAccount | null>;
  /** The account if the request was applied without a response. Null if that is not observable. */
  ifApplied: ExpectedAccount | null;
};

type StepContext = { random: Random; admin: string; clients: readonly TestClient[]; word(): string };

export const chooseStep = (context: StepContext, account: ExpectedAccount): AccountStep => {
  const { random } = context;
  const { person, grants } = account;
  if (person.disabled) return createPersonChange(context, account, { disabled: false });
  const live = grants.filter(({ isLive, refreshToken }) => isLive && refreshToken !== null);
  const some = (candidates: readonly Grant[], create: (grant: Grant) => AccountStep) =>
    candidates.length === 0 ? [] : [() => create(random.pick(candidates))];
  const unexpired = live.filter(({ accessTokens }) => Date.now() < (accessTokens.at(-1)?.until ?? 0));
  const choices = [
    () => createSignIn(account, random.pick(context.clients)),
    ...some(live, grant => createRefresh(account, grant)),
    ...some(live, grant => createRefresh(account, grant)),
    ...some(live, grant => createRefresh(account, grant)),
    ...some(live, grant => createRefresh(account, grant)),
    ...some(live, grant => createRevocation(account, grant)),
    ...some(unexpired, grant => createOwnPasswordChange(context, account, grant)),
    ...some(live, () => createPasswordReset(context, account)),
    () => createPersonChange(context, account, { role: person.role === 'agent' ? 'viewer' : 'agent' }),
    ...some(live, () => createPersonChange(context, account, { disabled: true })),
  ];
  return live.length === 0 ? createSignIn(account, random.pick(context.clients)) : random.pick(choices)();
};

const scope = 'people:read people:write';

/** Creates a sign-in, which adds a grant of the client. */
export const createSignIn = (account: ExpectedAccount, client: TestClient): AccountStep => ({
  description: `sign in at ${client.clientId}`,
  ifApplied: null,
  async send({ url }) {
    const { email } = account.person;
    const person = { ...account.person, email, password: account.password };
    const sentAt = Date.now();
    const tokens = await obtainTokens({ server: { url }, client, person, parameters: { scope } }).catch(nullAtOutage);
    if (tokens === null) return null;
    const grant = {
      client,
      isLive: true,
      refreshToken: tokens.refresh_token,
      usedRefreshTokens: [],
      accessTokens: [toAccessToken(tokens, sentAt)],
    };
    return { ...account, grants: [...account.grants, grant] };
  },
});

/** A sign-in loads several pages, and each may fail during an outage. */
const nullAtOutage = (error: unknown): null => {
  const isOutageError =
    error instanceof TypeError || (error instanceof Error && /^No [a-z ]+: 503 /.test(error.message));
  if (isOutageError) return null;
  throw error;
};

/** Sets `until` to a minute before the expiry, for slow runs. */
const toAccessToken = ({ access_token, expires_in = 0 }: TokenBody, sentAt: number) => ({
  token: access_token,
  until: sentAt + (expires_in - 60) * 1000,
});

/** Creates an exchange of the newest refresh token. */
export const createRefresh = (account: ExpectedAccount, grant: Grant): AccountStep => {
  const { client } = grant;
  const usedToken = grant.refreshToken ?? '';
  const usedRefreshTokens = [...grant.usedRefreshTokens, usedToken];
  return {
    description: `refresh at ${client.clientId}`,
    ifApplied: replaceGrant(account, grant, { ...grant, refreshToken: null, usedRefreshTokens }),
    async send({ url }) {
      const sentAt = Date.now();
      const response = await refreshTokens({ server: { url }, client }, usedToken).catch(() => null);
      if (response === null || response.status === 503) return null;
      if (response.status !== 200)
        throw new Error(`A refresh at ${client.clientId} returned ${response.status} ${response.text}`);
      const accessTokens = [...grant.accessTokens, toAccessToken(response.body, sentAt)];
      const refreshToken = response.body.refresh_token;
      return replaceGrant(account, grant, { ...grant, refreshToken, usedRefreshTokens, accessTokens });
    },
  };
};

const createRevocation = (account: ExpectedAccount, grant: Grant): AccountStep => {
  const { client } = grant;
  const revoked = replaceGrant(account, grant, markRevoked(grant));
  return {
    description: `revoke at ${client.clientId}`,
    ifApplied: revoked,
    async send({ url }) {
      const response = await postAsClient({ url }, client, { token: grant.refreshToken ?? '' }, '/oauth/revoke').catch(
        () => null,
      );
      if (response === null || response.status === 503) return null;
      if (response.status !== 200) throw new Error(`A revocation returned ${response.status} ${response.text}`);
      return revoked;
    },
  };
};

/** An administrator sets a new password, which revokes all grants. */
const createPasswordReset = (context: StepContext, account: ExpectedAccount): AccountStep =>
  createPersonChange(context, account, { password: newPassword(context) });

/** The person sets a new password, which revokes all other grants. */
const createOwnPasswordChange = (context: StepContext, account: ExpectedAccount, grant: Grant): AccountStep => {
  const password = newPassword(context);
  const changedAccount = withPassword(nextVersion(account), password);
  const grants = account.grants.map(each => (each === grant ? each : markRevoked(each)));
  const token = grant.accessTokens.at(-1)?.token ?? '';
  const body = { current_password: account.password, password };
  return createPatch('set their own password', token, '/v1/people/me', body, { ...changedAccount, grants });
};

type Change = { role?: string; disabled?: boolean; password?: string };

const createPersonChange = ({ admin }: StepContext, account: ExpectedAccount, change: Change): AccountStep => {
  const { password, ...members } = change;
  const revokesGrants = password !== undefined || change.disabled === true;
  const changedAccount = nextVersion(account, members);
  const ifApplied = {
    ...(password === undefined ? changedAccount : withPassword(changedAccount, password)),
    grants: revokesGrants ? account.grants.map(markRevoked) : account.grants,
  };
  return createPatch(
    `change ${Object.keys(change).join()}`,
    admin,
    `/v1/people/${account.person.id}`,
    change,
    ifApplied,
  );
};

const createPatch = (
  description: string,
  token: string,
  path: string,
  body: object,
  ifApplied: ExpectedAccount,
): AccountStep => ({
  description,
  ifApplied,
  async send(desk) {
    const response = await desk
      .as(token)('PATCH', path, body)
      .catch(() => null);
    if (isUnavailable(response)) return null;
    if (response.status !== 200) throw new Error(`${description}: ${response.status} ${JSON.stringify(response.body)}`);
    return ifApplied;
  },
});

const newPassword = ({ word }: StepContext): string => `correct horse ${word()}`;

const nextVersion = (account: ExpectedAccount, members: Partial<ExpectedAccount['person']> = {}): ExpectedAccount => {
  const { person } = account;
  return { ...account, person: { ...person, ...members, version: person.version + 1 } };
};

const withPassword = (account: ExpectedAccount, password: string): ExpectedAccount => ({
  ...account,
  password,
  oldPassword: account.password,
});

export const replaceGrant = (account: ExpectedAccount, before: Grant, after: Grant): ExpectedAccount => ({
  ...account,
  grants: account.grants.map(each => (each === before ? after : each)),
});

export const markRevoked = (grant: Grant): Grant => ({ ...grant, isLive: false });
