/** An OAuth client that both servers know. */
export type BenchClient = {
  name: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
};

/** The person who signs in. */
export const benchPerson = { email: 'ada@bench.local', password: 'correct horse battery' };

/** The scope that clients request. */
export const scope = 'tickets:read tickets:write people:read';

/** Creates an Authorization header (RFC 7617) from credentials that need no form encoding. */
export const formatBasicAuth = ({ clientId, clientSecret }: BenchClient): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
