import type { OAuthAnswer } from '../../testing/properties/documented-answer.ts';
import { type Browser, createBrowser, type Page } from './browser.ts';
import { authorizationUrl, createVerifier, type Flow, isSignIn, post } from './code-flow.ts';

/** Who wanders where, and who is told of each answer. */
export type Wandering = Pick<Flow, 'server' | 'person'> & {
  clients: readonly Flow['client'][];
  told(answer: OAuthAnswer, what: string): void;
};

/** What somebody does next who has lost the thread, or means no good; `onward` is what a page asks for. */
export const stepNames = [
  ...(['onward', 'begin', 'mistype', 'sign in', 'allow', 'cancel', 'go back', 'spend a code', 'refresh'] as const),
  ...(['revoke', 'introspect', 'leave', 'confirm leaving', 'lose a cookie', 'change a cookie'] as const),
];

/** A step; the number picks among what there is. */
export type Step = { name: (typeof stepNames)[number]; pick: number };

type Wanderer = { take(step: Step): Promise<void> /** How often each code gave tokens. */; spent: Map<string, number> };

const start = 'http://localhost:3000/';

/** A browser and a program of the same attacker, who uses whatever came up on the way, in any order. */
export const createWanderer = ({ server, person, clients, told }: Wandering): Wanderer => {
  const browser: Browser = createBrowser();
  const { verifier, challenge } = createVerifier();
  const [forms, tokens]: [Page[], string[]] = [[], []];
  const backs: URL[] = [];
  const spent = new Map<string, number>();
  let page: Page | null = null;

  const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
  const visit = async (asked: Promise<Page>): Promise<void> => {
    page = await asked;
    told(page, page.url);
    if (page.text.includes('<form')) forms.push(page);
    const back = page.location === null ? null : new URL(page.location);
    if (back?.searchParams.has('code')) backs.push(back);
  };
  const submit = async (form: Page | undefined, fields: Record<string, string>) =>
    form === undefined ? undefined : visit(browser.submit(form, fields));
  const rightly = { email: person.email, password: person.password };

  const ask = async (client: Flow['client'], fields: Record<string, string>, path?: string): Promise<number> => {
    const answer = await post(server, client, fields, path);
    told(answer, `${path} ${JSON.stringify(fields)}`);
    if (answer.body.refresh_token) tokens.push(answer.body.refresh_token, answer.body.access_token);
    return answer.status;
  };
  const spend = async (client: Flow['client'], back: URL | undefined) => {
    if (back === undefined) return;
    const code = back.searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: back.origin + back.pathname };
    if ((await ask(client, { ...fields, code_verifier: verifier })) === 200)
      spent.set(code, (spent.get(code) ?? 0) + 1);
  };
  const onward = async (client: Flow['client']): Promise<void> => {
    if (page?.location?.startsWith(server.url)) return visit(browser.open(page.location));
    if (page?.location) return spend(client, backs.at(-1));
    if (page !== null && isSignIn(page)) return submit(page, rightly);
    if (page?.text.includes('value="allow"')) return submit(page, { decision: 'allow' });
    return visit(browser.open(authorizationUrl({ server, client }, challenge)));
  };

  return {
    spent,
    async take({ name, pick }) {
      const client = at(clients, pick);
      if (client === undefined) throw new Error('Nobody can wander without a client.');
      const leaving = `${server.url}/oauth/logout?client_id=${client.clientId}`;
      const token = at(tokens, pick) ?? 'none';
      const actions: Record<Step['name'], () => unknown> = {
        onward: () => onward(client),
        begin: () => visit(browser.open(authorizationUrl({ server, client }, challenge))),
        mistype: () => submit(at(forms, pick), { email: `${pick}${person.email}`, password: 'wrong' }),
        'sign in': () => submit(at(forms, pick), rightly),
        allow: () => submit(at(forms, pick), { decision: 'allow' }),
        cancel: () => submit(at(forms, pick), { decision: 'cancel' }),
        'go back': () => visit(browser.open(at(forms, pick)?.url ?? leaving)),
        'spend a code': () => spend(client, at(backs, pick)),
        refresh: () => ask(client, { grant_type: 'refresh_token', refresh_token: token }),
        revoke: () => ask(client, { token }, '/oauth/revoke'),
        introspect: () => ask(client, { token }, '/oauth/introspect'),
        leave: () => visit(browser.open(`${leaving}&post_logout_redirect_uri=${start}`)),
        'confirm leaving': () => visit(browser.open(leaving, { method: 'POST' })),
        'lose a cookie': () => browser.cookies.splice(pick, 1),
        'change a cookie': () => Object.assign(browser.cookies[pick] ?? {}, { value: 'another' }),
      };
      await actions[name]();
    },
  };
};
