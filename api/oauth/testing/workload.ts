import type { OAuthResponse } from '../../testing/properties/oauth-response.ts';
import { type BrowserPage, createFormBrowser, type FormBrowser } from './browser.ts';
import { authorizationUrl, type CodeFlow, createVerifier, isSignInPage, postAsClient } from './code-flow.ts';

/** The server, person and clients of a workload; `onResponse` receives each response. */
export type WorkloadOptions = Pick<CodeFlow, 'server' | 'person'> & {
  clients: readonly CodeFlow['client'][];
  onResponse(response: OAuthResponse, request: string): void;
};

/** Steps of a confused or malicious client; `onward` is the regular next step. */
export const workloadStepNames = [
  ...([
    'onward',
    'start',
    'wrong password',
    'sign in',
    'allow',
    'cancel',
    'go back',
    'redeem a code',
    'refresh',
  ] as const),
  ...(['revoke', 'introspect', 'log out', 'confirm logout', 'delete a cookie', 'change a cookie'] as const),
];

/** A step; `pick` selects among the known clients, forms and tokens. */
export type WorkloadStep = { name: (typeof workloadStepNames)[number]; pick: number };

type Workload = {
  runStep(step: WorkloadStep): Promise<void>;
  /** Counts the token responses of each code. */
  redeemedCodes: Map<string, number>;
};

const deskUrl = 'http://localhost:3000/';

/** Creates an attacker's browser and client, which reuse everything they have received, in any order. */
export const createWorkload = ({ server, person, clients, onResponse }: WorkloadOptions): Workload => {
  const browser: FormBrowser = createFormBrowser();
  const { verifier, challenge } = createVerifier();
  const [forms, tokens]: [BrowserPage[], string[]] = [[], []];
  const redirects: URL[] = [];
  const redeemedCodes = new Map<string, number>();
  let page: BrowserPage | null = null;

  const at = <T>(all: readonly T[], pick: number): T | undefined => all[pick % Math.max(1, all.length)];
  const visit = async (pending: Promise<BrowserPage>): Promise<void> => {
    page = await pending;
    onResponse(page, page.url);
    if (page.text.includes('<form')) forms.push(page);
    const back = page.location === null ? null : new URL(page.location);
    if (back?.searchParams.has('code')) redirects.push(back);
  };
  const submit = async (form: BrowserPage | undefined, fields: Record<string, string>) =>
    form === undefined ? undefined : visit(browser.submit(form, fields));
  const credentials = { email: person.email, password: person.password };

  const send = async (client: CodeFlow['client'], fields: Record<string, string>, path?: string): Promise<number> => {
    const response = await postAsClient(server, client, fields, path);
    onResponse(response, `${path} ${JSON.stringify(fields)}`);
    if (response.body.refresh_token) tokens.push(response.body.refresh_token, response.body.access_token);
    return response.status;
  };
  const redeem = async (client: CodeFlow['client'], back: URL | undefined) => {
    if (back === undefined) return;
    const code = back.searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: back.origin + back.pathname };
    if ((await send(client, { ...fields, code_verifier: verifier })) === 200)
      redeemedCodes.set(code, (redeemedCodes.get(code) ?? 0) + 1);
  };
  const onward = async (client: CodeFlow['client']): Promise<void> => {
    if (page?.location?.startsWith(server.url)) return visit(browser.open(page.location));
    if (page?.location) return redeem(client, redirects.at(-1));
    if (page !== null && isSignInPage(page)) return submit(page, credentials);
    if (page?.text.includes('value="allow"')) return submit(page, { decision: 'allow' });
    return visit(browser.open(authorizationUrl({ server, client }, challenge)));
  };

  return {
    redeemedCodes,
    async runStep({ name, pick }) {
      const client = at(clients, pick);
      if (client === undefined) throw new Error('The workload needs a client.');
      const logoutUrl = `${server.url}/oauth/logout?client_id=${client.clientId}`;
      const token = at(tokens, pick) ?? 'none';
      const actions: Record<WorkloadStep['name'], () => unknown> = {
        onward: () => onward(client),
        start: () => visit(browser.open(authorizationUrl({ server, client }, challenge))),
        'wrong password': () => submit(at(forms, pick), { email: `${pick}${person.email}`, password: 'wrong' }),
        'sign in': () => submit(at(forms, pick), credentials),
        allow: () => submit(at(forms, pick), { decision: 'allow' }),
        cancel: () => submit(at(forms, pick), { decision: 'cancel' }),
        'go back': () => visit(browser.open(at(forms, pick)?.url ?? logoutUrl)),
        'redeem a code': () => redeem(client, at(redirects, pick)),
        refresh: () => send(client, { grant_type: 'refresh_token', refresh_token: token }),
        revoke: () => send(client, { token }, '/oauth/revoke'),
        introspect: () => send(client, { token }, '/oauth/introspect'),
        'log out': () => visit(browser.open(`${logoutUrl}&post_logout_redirect_uri=${deskUrl}`)),
        'confirm logout': () => visit(browser.open(logoutUrl, { method: 'POST' })),
        'delete a cookie': () => browser.cookies.splice(pick, 1),
        'change a cookie': () => Object.assign(browser.cookies[pick] ?? {}, { value: 'another' }),
      };
      await actions[name]();
    },
  };
};
