import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

/** A response with its body. */
type BrowserResponse = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer };

type Cookie = { value: string; strict: boolean; attributes: string };

type SentRequest = { method?: string; headers?: Record<string, string>; body?: Dispatcher.RequestOptions['body'] };

/** A minimal browser with a cookie jar and fetch metadata, which follows no redirects. */
export type CookieBrowser = {
  cookies: Map<string, Cookie>;
  /** Sends the request with the cookies and only the given headers. */
  send(path: string, sent?: SentRequest): Promise<BrowserResponse>;
  /** Navigates to the path. A navigation from a different site omits SameSite=Strict cookies. */
  navigate(path: string, from?: 'none' | 'cross-site'): Promise<BrowserResponse>;
  /** Fetches the path as the app does, with the CSRF header. */
  call(path: string, sent?: SentRequest): Promise<BrowserResponse>;
};

/** The Accept header of Chromium navigations. */
const pageTypes = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const agent = new Agent({ keepAliveTimeout: 100 });

/** Creates a browser for `origin`, optionally with a copy of another browser's cookies. */
export function createCookieBrowser(origin: string, copied?: CookieBrowser['cookies']): CookieBrowser {
  const cookies = new Map(copied);

  function storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const written = attributes.join('; ').toLowerCase();
    if (written.includes('expires=thu, 01 jan 1970')) cookies.delete(name);
    else cookies.set(name, { value, strict: written.includes('samesite=strict'), attributes: written });
  }

  async function sendRequest(path: string, sent: SentRequest, withStrict: boolean): Promise<BrowserResponse> {
    const jar = [...cookies].filter(([, cookie]) => withStrict || !cookie.strict);
    const cookie = jar.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await agent.request({
      origin,
      path,
      method: (sent.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: { ...(cookie && { cookie }), ...sent.headers },
      body: sent.body ?? null,
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) storeCookie(line);
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, text: bytes.toString(), bytes };
  }

  const metadata = (site: string, mode: string, dest: string) => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });

  return {
    cookies,
    send: (path, sent = {}) => sendRequest(path, sent, true),
    navigate: (path, from = 'none') =>
      sendRequest(path, { headers: { ...metadata(from, 'navigate', 'document'), accept: pageTypes } }, from === 'none'),
    call: (path, sent = {}) => {
      const headers = { 'x-csrf': '1', ...metadata('same-origin', 'cors', 'empty'), ...sent.headers };
      return sendRequest(path, { ...sent, headers }, true);
    },
  };
}

/** Returns whether /session shows a signed-in person. */
export const isSignedIn = async (browser: CookieBrowser): Promise<boolean> =>
  JSON.parse((await browser.call('/session')).text).signed_in;
