import { refresh } from '../../oauth/testing/code-flow.ts';
import type { Random } from '../../sample/random.ts';
import { type Account, countClaims, differencesOf, type Grant, type Program } from './account.ts';
import { chooseStep, endOf, refreshAt, type Step, signInAt, withGrant } from './account-steps.ts';
import { type Desk, isOutage } from './desk.ts';
import { expectNone } from './facts.ts';
import type { Party } from './party.ts';

/** Who makes the accounts, beginning every name with what; the last of the programs asks for the passwords. */
type Who = { admin: string; programs: readonly [Program, ...Program[]]; prefix: string };

/** Then somebody else is looked after. */
const mostChanges = 6;

/**
 * One who looks after the account of somebody: makes it, signs in, refreshes and revokes, changes the role and the
 * password, takes the access and gives it back.
 */
export const createAccountHolder = (random: Random, { admin, programs, prefix }: Who): Party => {
  let words = 0;
  const word = () => `${prefix}${(words++).toString(36)}`;
  const past: Account[] = [];
  let account: Account | null = null;
  let draft = newDraft(word());
  /** The step under way, or the making of the account. */
  let pending: Step | 'making' | null = null;
  let pendingSince = 0;
  let answered = 0;
  let all = 0;

  const make = (desk: Desk) => desk.as(admin)('POST', '/v1/people', draft, { key: `make-${draft.email}` });
  const made = (id: unknown): Account => {
    const { email, role, password } = draft;
    return {
      person: { id: String(id), email, role, disabled: false, version: 1 },
      ...{ password, oldPassword: null, grants: [] },
    };
  };

  /** The account as it is after one thing more; null when it is not known. */
  const goOn = async (desk: Desk): Promise<Account | null> => {
    if (account === null) {
      pending = 'making';
      const answer = await make(desk).catch(() => null);
      if (isOutage(answer)) return null;
      if (answer.status !== 201) throw new Error(`POST /v1/people is ${answer.status} ${JSON.stringify(answer.body)}`);
      return made(answer.body['id']);
    }
    pendingSince = Date.now();
    pending = chooseStep({ random, admin, programs, word }, account);
    return pending.send(desk);
  };

  /** What became of that under way. */
  const settle = async (desk: Desk): Promise<'done' | 'undone' | null> => {
    if (pending === null) return null;
    if (pending === 'making') {
      const { status, replayed, body } = await make(desk);
      expectNone(status === 201 ? [] : [`${draft.email} cannot be made again: ${status}`]);
      account = made(body['id']);
      return replayed ? 'done' : 'undone';
    }
    if (account === null || pending.ifDone === null) return null;
    const { what, ifDone } = pending;
    const notBefore = await differencesOf(desk, account, admin, programs[0]);
    const notDone = await differencesOf(desk, ifDone, admin, programs[0]);
    if (notDone.length > 0 === notBefore.length > 0)
      throw new Error(`To ${what} is half done.\n${[...notDone, ' ', ...notBefore].join('\n')}`);
    if (notDone.length > 0) return 'undone';
    account = ifDone;
    return 'done';
  };

  return {
    async write(desk, isOver) {
      [pending, answered] = [null, 0];
      if ((account?.person.version ?? 0) > mostChanges && account !== null) {
        past.push(account);
        [account, draft] = [null, newDraft(word())];
      }
      while (!isOver()) {
        const after = await goOn(desk);
        if (after === null) return;
        [account, pending] = [after, null];
        answered++;
      }
    },

    async verify(desk) {
      const fate = await settle(desk);
      if (account !== null) {
        account = await spendLost(desk, account, pendingSince);
        expectNone(await differencesOf(desk, account, admin, programs[0]));
        account = await letIn(desk, await spendSome(desk, account, random), programs);
      }
      all += answered + (fate === 'done' ? 1 : 0);
      const became = { done: fate === 'done' ? 1 : 0, undone: fate === 'undone' ? 1 : 0 };
      return { answered, ...became, reads: account === null ? 0 : countClaims(account), repeats: 0 };
    },

    async sweep(desk) {
      const everybody = account === null ? past : [...past, account];
      for (const each of everybody) expectNone(await differencesOf(desk, each, admin, programs[0]));
      return { writes: all, reads: everybody.reduce((sum, each) => sum + countClaims(each), 0), repeats: 0 };
    },
  };
};

const newDraft = (word: string) => ({
  ...{ name: `Person ${word}`, email: `${word}@desk.example` },
  ...{ role: 'agent', password: `correct horse ${word}` },
});

/** Presents again a refresh token that was used, the answer to which was lost: in its grace it is answered, else it ends the grant. */
const spendLost = async (desk: Desk, account: Account, since: number): Promise<Account> => {
  const lost = account.grants.find(({ isLive, refresh: token }) => isLive && token === null);
  return lost === undefined ? account : spendAgain(desk, account, lost, since);
};

/** @param since when it was used, at the earliest, in milliseconds since 1970 */
const spendAgain = async ({ url }: Desk, account: Account, grant: Grant, since: number): Promise<Account> => {
  const { client, rotated } = grant;
  const { status, body } = await refresh({ server: { url }, client }, rotated.at(-1) ?? '');
  if (client.graceSeconds === 0 && status === 200)
    throw new Error(`A refresh token of ${client.clientId} is good twice.`);
  if (status !== 200 && Date.now() - since < client.graceSeconds * 1000)
    throw new Error(`A refresh token of ${client.clientId} is refused within its grace.`);
  if (status !== 200) return withGrant(account, grant, endOf(grant));
  if (grant.refresh !== null && grant.refresh !== body.refresh_token)
    throw new Error(`A refresh token of ${client.clientId} has two successors.`);
  return withGrant(account, grant, { ...grant, refresh: body.refresh_token });
};

/** Whoever has no program that acts for them signs in, so that the next round begins with one that does. */
const letIn = async (desk: Desk, account: Account, programs: readonly Program[]): Promise<Account> => {
  if (account.person.disabled || account.grants.some(({ isLive }) => isLive)) return account;
  const [program] = programs.slice(account.grants.length % programs.length);
  const after = program === undefined ? null : await signInAt(account, program).send(desk);
  if (after === null) throw new Error('A sign-in after the strike was not answered.');
  return after;
};

/** What is said to be good is used: a refresh token is traded for another, and then sometimes used again. */
const spendSome = async (desk: Desk, account: Account, random: Random): Promise<Account> => {
  const good = account.grants.findLast(({ isLive, refresh: token }) => isLive && token !== null);
  if (good === undefined) return account;
  const asked = Date.now();
  const after = await refreshAt(account, good).send(desk);
  const traded = after?.grants[account.grants.indexOf(good)];
  if (after === null || traded === undefined) throw new Error('A refresh after the strike was not answered.');
  const ends = traded.client.graceSeconds === 0;
  return ends && random.next() < 0.6 ? after : spendAgain(desk, after, traded, asked);
};
