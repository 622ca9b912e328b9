import { type APIRequestContext, request } from '@playwright/test';
import type { Person } from './people.ts';
import { signInUnseen } from './sign-in-unseen.ts';

/** What the bff asks of whoever is no page of the desk. */
const own = { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-origin' };

/** What was answered; names of headers in lower case. */
export type Answer<Body> = { status: number; body: Body; headers: Readonly<Record<string, string>> };

/** Asks for a path of the API. */
export type Ask = <Body>(method: string, path: string, data?: object, headers?: object) => Promise<Answer<Body>>;

/** Somebody signed in, and what they ask of the desk. */
export type Agent = {
  ask: Ask;
  /** Whether the desk says that they are signed in. */
  isSignedIn(): Promise<boolean>;
  signOut(): Promise<void>;
  /** The same session as it is now, kept by another browser, which asks at this address. */
  copyAt(url: string): Promise<Agent>;
  dispose(): Promise<void>;
};

/** Signs somebody in at a desk. */
export async function signIn(url: string, person: Person): Promise<Agent> {
  const requests = await request.newContext({ baseURL: url });
  await signInUnseen(requests, person);
  return agentWith(requests);
}

function agentWith(requests: APIRequestContext): Agent {
  const ask: Ask = async (method, path, data, headers) => {
    const answer = await requests.fetch(`/api${path}`, { method, data, headers: { ...own, ...headers } });
    const text = await answer.text();
    return { status: answer.status(), body: text === '' ? null : JSON.parse(text), headers: answer.headers() };
  };
  return {
    ask,
    isSignedIn: async () => (await (await requests.get('/session', { headers: own })).json()).signed_in,
    signOut: async () => {
      await requests.post('/logout', { headers: own });
    },
    copyAt: async url =>
      agentWith(await request.newContext({ baseURL: url, storageState: await requests.storageState() })),
    dispose: () => requests.dispose(),
  };
}

/** Asks an api itself, as whoever the token speaks for. */
export function askApi(url: string, token: string): Ask {
  return async (method, path, data, headers) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      body: data === undefined ? null : JSON.stringify(data),
      headers: { Authorization: `Bearer ${token}`, ...(data && { 'Content-Type': 'application/json' }), ...headers },
    });
    const text = await answer.text();
    const body = text === '' ? null : JSON.parse(text);
    return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
  };
}
