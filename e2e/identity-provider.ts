import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { generateKeyPair, SignJWT } from 'jose';
import { listen } from '#server/testing/listen';

/** An OpenID Connect provider that signs everyone in without a form. */
type IdentityProvider = {
  issuer: string;
  /** The address of the account that signs in next. */
  email: string;
  close(): Promise<void>;
};

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  const issuer = `http://localhost:${await listen(server)}`;
  const { privateKey } = await generateKeyPair('RS256');
  const running: IdentityProvider = {
    issuer,
    email: '',
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
  /** The nonce and the client of each code. */
  const codes = new Map<string, { nonce: string; aud: string }>();
  const createIdToken = (code: string): Promise<string> => {
    const { email } = running;
    const claims = { ...codes.get(code), iss: issuer, sub: email, email, email_verified: true };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
  };
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    const read = (name: string) => searchParams.get(name) ?? '';
    const sendJson = (body: object) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration')
      return sendJson({ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` });
    if (pathname === '/authorize') {
      const code = randomUUID();
      codes.set(code, { nonce: read('nonce'), aud: read('client_id') });
      const query = new URLSearchParams({ code, state: read('state') });
      return response.writeHead(302, { Location: `${read('redirect_uri')}?${query}` }).end();
    }
    if (pathname !== '/token') return response.writeHead(404).end();
    const code = new URLSearchParams(await text(request)).get('code') ?? '';
    return sendJson({ token_type: 'bearer', access_token: randomUUID(), id_token: await createIdToken(code) });
  });
  return running;
}
