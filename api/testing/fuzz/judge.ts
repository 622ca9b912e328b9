import { createConformance } from '../conformance.ts';
import { expectDocumented } from '../properties/documented-answer.ts';
import { expectSound } from '../properties/sound-answer.ts';
import type { FuzzDesk } from './desk.ts';
import { Finding } from './finding.ts';
import type { Received, Sent } from './send.ts';

/** Holds answers against what must hold of every one. @throws Finding */
export type Judge = {
  /** Of an operation: no 5xx, and nothing that the document does not describe. */
  operation(sent: Sent, received: Received, where: string): void;
  /** Of bytes to an operation: no 5xx, and a refusal has the one shape of errors. */
  bytes(request: string, received: Received): void;
  /** Of bytes to the authorization server. */
  oauth(request: string, received: Received): void;
};

export const createJudge = ({ url, document, log, oauthPlace }: FuzzDesk): Judge => {
  const conforms = createConformance(document);
  const redirects = [
    ...[0, 1, 2, 3].map(n => oauthPlace('redirect', String(n)) ?? ''),
    ...[`${url}/oauth/`, `${url}/v1/`, 'http://localhost:3000/'],
  ];
  const notOurs = (where: string, { status, text }: Received) => {
    if (status >= 500) throw new Finding('5xx', `${where} ${status}`, `${text}\n${log.errors.at(-1) ?? ''}`);
  };
  return {
    operation({ method, address, headers, body }, received, where) {
      notOurs(where, received);
      const exact = new URL(address, url);
      // What URL takes for another address than it is written as cannot be looked up in the document.
      if (`${exact.pathname}${exact.search}` !== address) return;
      const { status, headers: answered, body: answer } = received;
      const sentHeaders = new Headers(headers.map(([name, value]) => [name, value]));
      const sent = body?.toString() ?? null;
      asFinding('undocumented', `${where} ${status}`, () =>
        conforms({ method, url: exact, sentHeaders, sent, status, headers: answered, received: answer }),
      );
    },
    bytes(request, received) {
      const { status, headers, text } = received;
      const where = `bytes ${request.split(' ', 1)[0]}`;
      notOurs(where, received);
      asFinding('unsound', `${where} ${status}`, () =>
        expectSound({ status, headers, body: Buffer.from(text) }, request),
      );
    },
    oauth(request, received) {
      const where = `oauth ${placeIn(request)}`;
      notOurs(where, received);
      log.rememberAnswer(received.headers, received.text);
      asFinding('undocumented', `${where} ${received.status}`, () => expectDocumented(received, redirects, request));
    },
  };
};

/** The address of a request in bytes, without what differs from one to the next. */
export const placeIn = (request: string): string => {
  const [, target = ''] = request.split(' ', 2);
  const [path = ''] = target.split('?', 1);
  const [, step] = /^(\/oauth\/(?:authorize|sign-in|consent))\/./.exec(path) ?? [];
  if (step !== undefined) return `${step}/…`;
  return places.has(path) ? path : 'elsewhere';
};

const endpoints = 'authorize token revoke introspect jwks logout programs assets/pages.css'.split(' ');
const documents = ['oauth-authorization-server', 'openid-configuration'];
const places: ReadonlySet<string> = new Set([
  ...endpoints.map(name => `/oauth/${name}`),
  ...documents.map(name => `/.well-known/${name}`),
  '/v1/oauth/token',
]);

const asFinding = (kind: string, where: string, check: () => void): void => {
  try {
    check();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Finding(kind, where, message);
  }
};
