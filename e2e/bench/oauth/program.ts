/** An OAuth client that both servers know. */
export type Program = {
  name: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
};

/** The person who signs in. */
export const person = { email: 'ada@bench.local', password: 'correct horse battery' };

/** The scope that clients request. */
export const scope = 'tickets:read tickets:write people:read';

/** Creates an Authorization header (RFC 7617) from credentials that need no form encoding. */
export const basicOf = ({ clientId, clientSecret }: Program): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
