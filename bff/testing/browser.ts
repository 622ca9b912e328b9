import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

/** What came back, its body read. */
type Reply = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer };

type Cookie = { value: string; strict: boolean; attributes: string };

type Sent = { method?: string; headers?: Record<string, string>; body?: Dispatcher.RequestOptions['body'] };

/** As much of a browser as the bff's promises need: a cookie jar, fetch metadata, no following of redirects. */
export type Browser = {
  cookies: Map<string, Cookie>;
  /** Sends exactly what is given, and the cookies. */
  send(path: string, sent?: Sent): Promise<Reply>;
  /** A top-level navigation; from another site the browser withholds SameSite=Strict cookies. */
  navigate(path: string, from?: 'none' | 'cross-site'): Promise<Reply>;
  /** A fetch by the app's own page, with the CSRF header. */
  call(path: string, sent?: Sent): Promise<Reply>;
};

/** What Chromium takes when it opens an address. */
const page = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

const agent = new Agent({ keepAliveTimeout: 100 });

/** A browser without cookies, looking at `origin`. */
export function createBrowser(origin: string): Browser {
  const cookies = new Map<string, Cookie>();

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const written = attributes.join('; ').toLowerCase();
    if (written.includes('expires=thu, 01 jan 1970')) cookies.delete(name);
    else cookies.set(name, { value, strict: written.includes('samesite=strict'), attributes: written });
  }

  async function exchange(path: string, sent: Sent, withStrict: boolean): Promise<Reply> {
    const jar = [...cookies].filter(([, cookie]) => withStrict || !cookie.strict);
    const cookie = jar.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const answer = await agent.request({
      origin,
      path,
      method: (sent.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: { ...(cookie && { cookie }), ...sent.headers },
      body: sent.body ?? null,
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) keep(line);
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, text: bytes.toString(), bytes };
  }

  const metadata = (site: string, mode: string, dest: string) => ({
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
  });

  return {
    cookies,
    send: (path, sent = {}) => exchange(path, sent, true),
    navigate: (path, from = 'none') =>
      exchange(path, { headers: { ...metadata(from, 'navigate', 'document'), accept: page } }, from === 'none'),
    call: (path, sent = {}) => {
      const headers = { 'x-csrf': '1', ...metadata('same-origin', 'cors', 'empty'), ...sent.headers };
      return exchange(path, { ...sent, headers }, true);
    },
  };
}
