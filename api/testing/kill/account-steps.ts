import { post, refresh, signIn, type TokenBody } from '../../oauth/testing/code-flow.ts';
import type { Random } from '../../sample/random.ts';
import type { Account, Grant, Program } from './account.ts';
import { type Desk, isOutage } from './desk.ts';

/** A request that changes an account. */
export type Step = {
  what: string;
  /** Sends the request and returns the account afterwards; null without a response or during an outage. */
  send(desk: Desk): Promise<Account | null>;
  /** The account if the request was applied without a response; null if that is not observable. */
  ifDone: Account | null;
};

type StepContext = { random: Random; admin: string; programs: readonly Program[]; word(): string };

/** Chooses the next step of an account. */
export const chooseStep = (context: StepContext, account: Account): Step => {
  const { random } = context;
  const { person, grants } = account;
  if (person.disabled) return changePerson(context, account, { disabled: false });
  const live = grants.filter(({ isLive, refresh: token }) => isLive && token !== null);
  const some = (those: readonly Grant[], make: (grant: Grant) => Step) =>
    those.length === 0 ? [] : [() => make(random.pick(those))];
  const of = (make: (grant: Grant) => Step) => some(live, make);
  const young = live.filter(({ access }) => Date.now() < (access.at(-1)?.until ?? 0));
  const choices = [
    () => signInAt(account, random.pick(context.programs)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => revoke(account, grant)),
    ...some(young, grant => setOwnPassword(context, account, grant)),
    ...of(() => setPassword(context, account)),
    () => changePerson(context, account, { role: person.role === 'agent' ? 'viewer' : 'agent' }),
    ...of(() => changePerson(context, account, { disabled: true })),
  ];
  return live.length === 0 ? signInAt(account, random.pick(context.programs)) : random.pick(choices)();
};

const scope = 'people:read people:write';

/** Signs in, which gives the client a grant. */
export const signInAt = (account: Account, client: Program): Step => ({
  what: `sign in at ${client.clientId}`,
  ifDone: null,
  async send({ url }) {
    const { email } = account.person;
    const person = { ...account.person, email, password: account.password };
    const sentAt = Date.now();
    const tokens = await signIn({ server: { url }, client, person, parameters: { scope } }).catch(nullAtOutage);
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
export const refreshAt = (account: Account, grant: Grant): Step => {
  const { client } = grant;
  const used = grant.refresh ?? '';
  const rotated = [...grant.rotated, used];
  return {
    what: `refresh at ${client.clientId}`,
    ifDone: withGrant(account, grant, { ...grant, refresh: null, rotated }),
    async send({ url }) {
      const sentAt = Date.now();
      const answer = await refresh({ server: { url }, client }, used).catch(() => null);
      if (answer === null || answer.status === 503) return null;
      if (answer.status !== 200) throw new Error(`A refresh at ${client.clientId} is ${answer.status} ${answer.text}`);
      const access = [...grant.access, toAccess(answer.body, sentAt)];
      return withGrant(account, grant, { ...grant, refresh: answer.body.refresh_token, rotated, access });
    },
  };
};

const revoke = (account: Account, grant: Grant): Step => {
  const { client } = grant;
  const ended = withGrant(account, grant, endOf(grant));
  return {
    what: `revoke at ${client.clientId}`,
    ifDone: ended,
    async send({ url }) {
      const answer = await post({ url }, client, { token: grant.refresh ?? '' }, '/oauth/revoke').catch(() => null);
      if (answer === null || answer.status === 503) return null;
      if (answer.status !== 200) throw new Error(`A revocation is ${answer.status} ${answer.text}`);
      return ended;
    },
  };
};

/** An administrator sets another password, which revokes all grants. */
const setPassword = (context: StepContext, account: Account): Step =>
  changePerson(context, account, { password: newPassword(context) });

/** The person sets another password, which revokes all grants but the one used. */
const setOwnPassword = (context: StepContext, account: Account, grant: Grant): Step => {
  const password = newPassword(context);
  const changed = withPassword(next(account), password);
  const grants = account.grants.map(each => (each === grant ? each : endOf(each)));
  const token = grant.access.at(-1)?.token ?? '';
  const body = { current_password: account.password, password };
  return createPatch('set their own password', token, '/v1/people/me', body, { ...changed, grants });
};

type Change = { role?: string; disabled?: boolean; password?: string };

const changePerson = ({ admin }: StepContext, account: Account, change: Change): Step => {
  const { password, ...members } = change;
  const revokesGrants = password !== undefined || change.disabled === true;
  const changed = next(account, members);
  const ifDone = {
    ...(password === undefined ? changed : withPassword(changed, password)),
    grants: revokesGrants ? account.grants.map(endOf) : account.grants,
  };
  return createPatch(`change ${Object.keys(change).join()}`, admin, `/v1/people/${account.person.id}`, change, ifDone);
};

const createPatch = (what: string, token: string, path: string, body: object, ifDone: Account): Step => ({
  what,
  ifDone,
  async send(desk) {
    const answer = await desk
      .as(token)('PATCH', path, body)
      .catch(() => null);
    if (isOutage(answer)) return null;
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return ifDone;
  },
});

const newPassword = ({ word }: StepContext): string => `correct horse ${word()}`;

const next = (account: Account, members: Partial<Account['person']> = {}): Account => {
  const { person } = account;
  return { ...account, person: { ...person, ...members, version: person.version + 1 } };
};

const withPassword = (account: Account, password: string): Account => ({
  ...account,
  password,
  oldPassword: account.password,
});

/** Replaces one grant of an account. */
export const withGrant = (account: Account, before: Grant, after: Grant): Account => ({
  ...account,
  grants: account.grants.map(each => (each === before ? after : each)),
});

/** Marks a grant as revoked: none of its tokens is valid. */
export const endOf = (grant: Grant): Grant => ({ ...grant, isLive: false });
