/** A confidential client that both servers know. */
export type Program = { name: string; clientId: string; clientSecret: string; redirectUri: string };

/** The desk's own web app. Its refresh tokens have a grace period, so the desk stores the encrypted token responses. */
export const webApp: Program = {
  name: 'the web app',
  clientId: 'bff-0123456789abcdef',
  clientSecret: 'ab'.repeat(32),
  redirectUri: 'http://localhost:3000/auth',
};
