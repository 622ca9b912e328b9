import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listenDuringTest } from '#server/testing/listen';

/** The fake API's handler of requests below /v1. */
type FakeApiHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** The fake token endpoint's handler of a form. */
export type TokenHandler = (form: URLSearchParams) => FakeResponse | Promise<FakeResponse>;

export type FakeResponse = { status: number; body: unknown; headers?: Record<string, string> };

/** A fake API and authorization server that records its requests. */
export type FakeApi = {
  url: string;
  /** False while every request for the metadata gets 503. */
  isReady: boolean;
  /** The requests to the token endpoint. */
  tokenCalls: { form: URLSearchParams; authorization: string | undefined }[];
  revoked: string[];
  revocationStatus: number;
  /** The secrets in its requests and responses. */
  secrets: string[];
  /** The requests below /v1. */
  received: IncomingMessage[];
  respond: FakeApiHandler;
  respondToToken: TokenHandler;
};

/** Issues "access-1" and "refresh-1", then "access-2" and so on, valid for `expiresIn` seconds. */
export function issueTokens(expiresIn = 600): TokenHandler {
  let issued = 0;
  return () => {
    issued += 1;
    const tokens = { access_token: `access-${issued}`, refresh_token: `refresh-${issued}` };
    return { status: 200, body: { ...tokens, token_type: 'bearer', expires_in: expiresIn } };
  };
}

const mara = { id: '2', name: 'Mara Okafor', email: 'mara@stardesk.example', role: 'agent' };

/** Responds to every request with the person Mara, which suffices for /session. */
const respondWithMara: FakeApiHandler = (_req, res) =>
  void res.setHeader('Content-Type', 'application/json').end(JSON.stringify(mara));

/** The secret members of token requests and responses. */
const isSecret = /^(code|code_verifier|access_token|refresh_token)$/;

const createMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  end_session_endpoint: `${issuer}/oauth/logout`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

/** Starts a fake API until the end of a test. `issuer` defaults to its URL. */
export async function startFakeApi(t: TestContext, issuer?: string): Promise<FakeApi> {
  const json = (res: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));

  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://upstream');
    if (pathname.endsWith('/.well-known/openid-configuration'))
      return json(res, upstream.isReady ? 200 : 503, createMetadata(issuer ?? upstream.url));
    if (pathname.endsWith('/oauth/token')) {
      const form = new URLSearchParams(await text(req));
      upstream.tokenCalls.push({ form, authorization: req.headers.authorization });
      const { status, body, headers } = await upstream.respondToToken(form);
      const exchanged = [...form, ...Object.entries(Object(body))];
      upstream.secrets.push(...exchanged.flatMap(([name, value]) => (isSecret.test(name) ? String(value) : [])));
      return json(res, status, body, headers);
    }
    if (pathname.endsWith('/oauth/revoke')) {
      upstream.revoked.push(new URLSearchParams(await text(req)).get('token') ?? '');
      return res.writeHead(upstream.revocationStatus).end();
    }
    upstream.received.push(req);
    upstream.respond(req, res);
  });
  const upstream: FakeApi = {
    url: await listenDuringTest(t, server),
    isReady: true,
    tokenCalls: [],
    revoked: [],
    revocationStatus: 200,
    secrets: [],
    received: [],
    respond: respondWithMara,
    respondToToken: issueTokens(),
  };
  return upstream;
}
