import { obtainTokens, postAsClient, refreshTokens, type TokenBody } from '../../api/oauth/testing/code-flow.ts';
import type { Random } from '../../api/sample/random.ts';
import type { ExpectedAccount, Grant, TestClient } from './account.ts';
import { isUnavailable, type KillDesk } from './kill-desk.ts';

/** A request that changes an account. */
export type AccountStep = {
  description: string;
  /** Sends the request and returns the account afterwards; null without a response or during an outage. */
  send(desk: KillDesk): Promise<ExpectedAccount | null>;
  /** The account if the request was applied without a response; null if that is not observable. */
  ifApplied: ExpectedAccount | null;
};

type StepContext = { random: Random; admin: string; programs: readonly TestClient[]; word(): string };

/** Chooses the next step of an account. */
export const chooseStep = (context: StepContext, account: ExpectedAccount): AccountStep => {
  const { random } = context;
  const { person, grants } = account;
  if (person.disabled) return changePerson(context, account, { disabled: false });
  const live = grants.filter(({ isLive, refresh: token }) => isLive && token !== null);
  const some = (those: readonly Grant[], make: (grant: Grant) => AccountStep) =>
    those.length === 0 ? [] : [() => make(random.pick(those))];
  const of = (make: (grant: Grant) => AccountStep) => some(live, make);
  const young = live.filter(({ access }) => Date.now() < (access.at(-1)?.until ?? 0));
  const choices = [
    () => createSignIn(account, random.pick(context.programs)),
    ...of(grant => createRefresh(account, grant)),
    ...of(grant => createRefresh(account, grant)),
    ...of(grant => createRefresh(account, grant)),
    ...of(grant => createRefresh(account, grant)),
    ...of(grant => revoke(account, grant)),
    ...some(young, grant => setOwnPassword(context, account, grant)),
    ...of(() => setPassword(context, account)),
    () => changePerson(context, account, { role: person.role === 'agent' ? 'viewer' : 'agent' }),
    ...of(() => changePerson(context, account, { disabled: true })),
  ];
  return live.length === 0 ? createSignIn(account, random.pick(context.programs)) : random.pick(choices)();
};

const scope = 'people:read people:write';

/** Signs in, which gives the client a grant. */
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
      refresh: tokens.refresh_token,
      rotated: [],
      access: [toAccess(tokens, sentAt)],
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

/** Subtracts a minute, for slow runs. */
const toAccess = ({ access_token, expires_in = 0 }: TokenBody, sentAt: number) => ({
  token: access_token,
  until: sentAt + (expires_in - 60) * 1000,
});

/** Exchanges the newest refresh token. */
export const createRefresh = (account: ExpectedAccount, grant: Grant): AccountStep => {
  const { client } = grant;
  const used = grant.refresh ?? '';
  const rotated = [...grant.rotated, used];
  return {
    description: `refresh at ${client.clientId}`,
    ifApplied: replaceGrant(account, grant, { ...grant, refresh: null, rotated }),
    async send({ url }) {
      const sentAt = Date.now();
      const answer = await refreshTokens({ server: { url }, client }, used).catch(() => null);
      if (answer === null || answer.status === 503) return null;
      if (answer.status !== 200) throw new Error(`A refresh at ${client.clientId} is ${answer.status} ${answer.text}`);
      const access = [...grant.access, toAccess(answer.body, sentAt)];
      return replaceGrant(account, grant, { ...grant, refresh: answer.body.refresh_token, rotated, access });
    },
  };
};

const revoke = (account: ExpectedAccount, grant: Grant): AccountStep => {
  const { client } = grant;
  const ended = replaceGrant(account, grant, markRevoked(grant));
  return {
    description: `revoke at ${client.clientId}`,
    ifApplied: ended,
    async send({ url }) {
      const answer = await postAsClient({ url }, client, { token: grant.refresh ?? '' }, '/oauth/revoke').catch(
        () => null,
      );
      if (answer === null || answer.status === 503) return null;
      if (answer.status !== 200) throw new Error(`A revocation is ${answer.status} ${answer.text}`);
      return ended;
    },
  };
};

/** An administrator sets another password, which revokes all grants. */
const setPassword = (context: StepContext, account: ExpectedAccount): AccountStep =>
  changePerson(context, account, { password: newPassword(context) });

/** The person sets another password, which revokes all grants but the one used. */
const setOwnPassword = (context: StepContext, account: ExpectedAccount, grant: Grant): AccountStep => {
  const password = newPassword(context);
  const changed = withPassword(next(account), password);
  const grants = account.grants.map(each => (each === grant ? each : markRevoked(each)));
  const token = grant.access.at(-1)?.token ?? '';
  const body = { current_password: account.password, password };
  return createPatch('set their own password', token, '/v1/people/me', body, { ...changed, grants });
};

type Change = { role?: string; disabled?: boolean; password?: string };

const changePerson = ({ admin }: StepContext, account: ExpectedAccount, change: Change): AccountStep => {
  const { password, ...members } = change;
  const revokesGrants = password !== undefined || change.disabled === true;
  const changed = next(account, members);
  const ifDone = {
    ...(password === undefined ? changed : withPassword(changed, password)),
    grants: revokesGrants ? account.grants.map(markRevoked) : account.grants,
  };
  return createPatch(`change ${Object.keys(change).join()}`, admin, `/v1/people/${account.person.id}`, change, ifDone);
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
    const answer = await desk
      .as(token)('PATCH', path, body)
      .catch(() => null);
    if (isUnavailable(answer)) return null;
    if (answer.status !== 200) throw new Error(`${description}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return ifApplied;
  },
});

const newPassword = ({ word }: StepContext): string => `correct horse ${word()}`;

const next = (account: ExpectedAccount, members: Partial<ExpectedAccount['person']> = {}): ExpectedAccount => {
  const { person } = account;
  return { ...account, person: { ...person, ...members, version: person.version + 1 } };
};

const withPassword = (account: ExpectedAccount, password: string): ExpectedAccount => ({
  ...account,
  password,
  oldPassword: account.password,
});

/** Replaces one grant of an account. */
export const replaceGrant = (account: ExpectedAccount, before: Grant, after: Grant): ExpectedAccount => ({
  ...account,
  grants: account.grants.map(each => (each === before ? after : each)),
});

/** Marks a grant as revoked: none of its tokens is valid. */
export const markRevoked = (grant: Grant): Grant => ({ ...grant, isLive: false });
