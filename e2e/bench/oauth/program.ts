/** A program that people let in, as both servers know it. */
export type Program = {
  name: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
};

/** Whose password is typed into the sign-in form. */
export const person = { email: 'ada@bench.local', password: 'correct horse battery' };

/** What a program asks for. */
export const scope = 'tickets:read tickets:write people:read';

/** RFC 7617: of secrets that are the same form-encoded. */
export const basicOf = ({ clientId, clientSecret }: Program): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
