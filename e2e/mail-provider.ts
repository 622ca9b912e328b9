import { createServer } from 'node:http';
import { listen } from '#server/testing/listen';

/** A provider of mailboxes that signs everyone in without a form. `url` has the paths `/authorize` and `/token`. */
type MailProvider = {
  url: string;
  /** The error of the next token requests (RFC 6749, section 5.2); null to return tokens. */
  error: string | null;
  close(): Promise<void>;
};

export async function startMailProvider(): Promise<MailProvider> {
  const state: Pick<MailProvider, 'error'> = { error: null };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/authorize') {
      const redirectUrl = new URL(searchParams.get('redirect_uri') ?? '');
      redirectUrl.searchParams.set('code', 'a-code');
      redirectUrl.searchParams.set('state', searchParams.get('state') ?? '');
      return void response.writeHead(302, { Location: redirectUrl.href }).end();
    }
    const tokens = { token_type: 'Bearer', access_token: 'access', refresh_token: 'refresh', expires_in: 3600 };
    response.writeHead(state.error === null ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(state.error === null ? tokens : { error: state.error }));
  });
  const url = `http://localhost:${await listen(server)}`;
  return Object.assign(state, { url, close: () => new Promise<void>(resolve => server.close(() => resolve())) });
}
