import { createConformance } from '../../api/testing/conformance.ts';
import { expectOAuthResponse } from '../../api/testing/properties/oauth-response.ts';
import { expectValidResponse } from '../../api/testing/properties/valid-response.ts';
import type { FuzzDesk } from './desk.ts';
import { FuzzFinding } from './finding.ts';
import type { DeskResponse, SentRequest } from './send.ts';

/** Checks every response. @throws FuzzFinding */
export type Oracle = {
  /** Checks an operation: no 5xx, and nothing undocumented. */
  operation(sent: SentRequest, received: DeskResponse, where: string): void;
  /** Checks raw bytes to an operation: no 5xx, and errors have the standard shape. */
  bytes(request: string, received: DeskResponse): void;
  /** Checks raw bytes to the authorization server. */
  oauth(request: string, received: DeskResponse): void;
};

export const createOracle = ({ url, document, log, findOAuthValue }: FuzzDesk): Oracle => {
  const conforms = createConformance(document);
  const redirects = [
    ...[0, 1, 2, 3].map(n => findOAuthValue('redirect', String(n)) ?? ''),
    ...[`${url}/oauth/`, `${url}/v1/`, 'http://localhost:3000/'],
  ];
  const rejectServerError = (where: string, { status, text }: DeskResponse) => {
    if (status >= 500) throw new FuzzFinding('5xx', `${where} ${status}`, `${text}\n${log.errors.at(-1) ?? ''}`);
  };
  return {
    operation({ method, address, headers, body }, received, where) {
      rejectServerError(where, received);
      const exact = new URL(address, url);
      // URL normalizes this path, so it cannot be found in the document.
      if (`${exact.pathname}${exact.search}` !== address) return;
      const { status, headers: responseHeaders, body: receivedBody } = received;
      const sentHeaders = new Headers(headers.map(([name, value]) => [name, value]));
      const sent = body?.toString() ?? null;
      asFinding('undocumented', `${where} ${status}`, () =>
        conforms({ method, url: exact, sentHeaders, sent, status, headers: responseHeaders, received: receivedBody }),
      );
    },
    bytes(request, received) {
      const { status, headers, text } = received;
      const where = `bytes ${request.split(' ', 1)[0]}`;
      rejectServerError(where, received);
      asFinding('malformed error', `${where} ${status}`, () =>
        expectValidResponse({ status, headers, body: Buffer.from(text) }, request),
      );
    },
    oauth(request, received) {
      const where = `oauth ${getEndpoint(request)}`;
      rejectServerError(where, received);
      log.addSecretsOf(received.headers, received.text);
      asFinding('undocumented', `${where} ${received.status}`, () => expectOAuthResponse(received, redirects, request));
    },
  };
};

/** Returns the endpoint of a raw request, without variable parts. */
export const getEndpoint = (request: string): string =>
  /^\S+ (\/oauth\/[a-z-]+|\/\.well-known\/[a-z-]+)/.exec(request)?.[1] ?? 'other';

const asFinding = (kind: string, where: string, check: () => void): void => {
  try {
    check();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new FuzzFinding(kind, where, message);
  }
};
