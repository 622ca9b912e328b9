import { post, refresh, signIn, type TokenBody } from '../../oauth/testing/code-flow.ts';
import type { Random } from '../../sample/random.ts';
import type { Account, Grant, Program } from './account.ts';
import { type Desk, isOutage } from './desk.ts';

/** Something that changes what is known of somebody. */
export type Step = {
  what: string;
  /** What is known after it was answered; null when no answer came, or that of an outage. */
  send(desk: Desk): Promise<Account | null>;
  /** What is true once it was done, though nobody was told; null when nothing of it can be told from before. */
  ifDone: Account | null;
};

type Who = { random: Random; admin: string; programs: readonly Program[]; word(): string };

/** The next step of somebody. */
export const chooseStep = (who: Who, account: Account): Step => {
  const { random } = who;
  const { person, grants } = account;
  if (person.disabled) return changePerson(who, account, { disabled: false });
  const live = grants.filter(({ isLive, refresh: token }) => isLive && token !== null);
  const some = (those: readonly Grant[], make: (grant: Grant) => Step) =>
    those.length === 0 ? [] : [() => make(random.pick(those))];
  const of = (make: (grant: Grant) => Step) => some(live, make);
  const young = live.filter(({ access }) => Date.now() < (access.at(-1)?.until ?? 0));
  const choices = [
    () => signInAt(account, random.pick(who.programs)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => refreshAt(account, grant)),
    ...of(grant => revoke(account, grant)),
    ...some(young, grant => setOwnPassword(who, account, grant)),
    ...of(() => setPassword(who, account)),
    () => changePerson(who, account, { role: person.role === 'agent' ? 'viewer' : 'agent' }),
    ...of(() => changePerson(who, account, { disabled: true })),
  ];
  return live.length === 0 ? signInAt(account, random.pick(who.programs)) : random.pick(choices)();
};

const scope = 'people:read people:write';

/** A program gets a grant of the person's. */
export const signInAt = (account: Account, client: Program): Step => ({
  what: `sign in at ${client.clientId}`,
  ifDone: null,
  async send({ url }) {
    const { email } = account.person;
    const person = { ...account.person, email, password: account.password };
    const asked = Date.now();
    const tokens = await signIn({ server: { url }, client, person, parameters: { scope } }).catch(nullAtOutage);
    if (tokens === null) return null;
    const grant = {
      client,
      isLive: true,
      refresh: tokens.refresh_token,
      rotated: [],
      access: [accessOf(tokens, asked)],
    };
    return { ...account, grants: [...account.grants, grant] };
  },
});

/** Whoever signs in goes over several pages, any of which may not come. */
const nullAtOutage = (error: unknown): null => {
  const isGone = error instanceof TypeError || (error instanceof Error && /^No [a-z ]+: 503 /.test(error.message));
  if (isGone) return null;
  throw error;
};

/** A minute is for what takes its time. */
const accessOf = ({ access_token, expires_in = 0 }: TokenBody, asked: number) => ({
  token: access_token,
  until: asked + (expires_in - 60) * 1000,
});

/** Trades the newest refresh token for new ones. */
export const refreshAt = (account: Account, grant: Grant): Step => {
  const { client } = grant;
  const used = grant.refresh ?? '';
  const rotated = [...grant.rotated, used];
  return {
    what: `refresh at ${client.clientId}`,
    ifDone: withGrant(account, grant, { ...grant, refresh: null, rotated }),
    async send({ url }) {
      const asked = Date.now();
      const answer = await refresh({ server: { url }, client }, used).catch(() => null);
      if (answer === null || answer.status === 503) return null;
      if (answer.status !== 200) throw new Error(`A refresh at ${client.clientId} is ${answer.status} ${answer.text}`);
      const access = [...grant.access, accessOf(answer.body, asked)];
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

/** An administrator sets another password, which ends everything. */
const setPassword = (who: Who, account: Account): Step => changePerson(who, account, { password: passwordOf(who) });

/** The person does, which ends everything but that by which they do it. */
const setOwnPassword = (who: Who, account: Account, grant: Grant): Step => {
  const password = passwordOf(who);
  const changed = withPassword(next(account), password);
  const grants = account.grants.map(each => (each === grant ? each : endOf(each)));
  const token = grant.access.at(-1)?.token ?? '';
  const body = { current_password: account.password, password };
  return patching('set their own password', token, '/v1/people/me', body, { ...changed, grants });
};

type Change = { role?: string; disabled?: boolean; password?: string };

const changePerson = ({ admin }: Who, account: Account, change: Change): Step => {
  const { password, ...members } = change;
  const ends = password !== undefined || change.disabled === true;
  const changed = next(account, members);
  const ifDone = {
    ...(password === undefined ? changed : withPassword(changed, password)),
    grants: ends ? account.grants.map(endOf) : account.grants,
  };
  return patching(`change ${Object.keys(change).join()}`, admin, `/v1/people/${account.person.id}`, change, ifDone);
};

const patching = (what: string, token: string, path: string, body: object, ifDone: Account): Step => ({
  what,
  ifDone,
  async send(desk) {
    const answer = await desk
      .as(token)('PATCH', path, body)
      .catch(() => null);
    if (isOutage(answer)) return null;
    if (answer.status !== 200) throw new Error(`To ${what} is ${answer.status} ${JSON.stringify(answer.body)}`);
    return ifDone;
  },
});

const passwordOf = ({ word }: Who): string => `correct horse ${word()}`;

const next = (account: Account, members: Partial<Account['person']> = {}): Account => {
  const { person } = account;
  return { ...account, person: { ...person, ...members, version: person.version + 1 } };
};

const withPassword = (account: Account, password: string): Account => ({
  ...account,
  password,
  oldPassword: account.password,
});

/** The same with another state of one grant. */
export const withGrant = (account: Account, before: Grant, after: Grant): Account => ({
  ...account,
  grants: account.grants.map(each => (each === before ? after : each)),
});

/** A grant that was ended, by whomever: nothing of it is good any more. */
export const endOf = (grant: Grant): Grant => ({ ...grant, isLive: false });
