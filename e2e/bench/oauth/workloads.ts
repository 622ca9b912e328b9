import { type ConnectedClient, exchangeRefreshToken, runCodeFlow } from './flows.ts';

/** Operations that both servers are measured with. */
export type OAuthWorkload = {
  name: string;
  connections: number;
  /** The operations of each connection per round. */
  times: number;
  /** Prepares a connection, which is not measured. @returns the operation */
  prepare(client: ConnectedClient): Promise<() => Promise<unknown>>;
};

/** A working day of the web app: eight hours, a refresh every ten minutes. */
const refreshesPerDay = 48;

const refreshes = (connections: number): OAuthWorkload => ({
  name: 'refresh',
  connections,
  times: refreshesPerDay,
  async prepare(client) {
    let token = await signIn(client);
    return async () => {
      token = await exchangeRefreshToken(client, token);
    };
  },
});

const codeFlows = (connections: number): OAuthWorkload => ({
  name: 'code flow with a session',
  connections,
  times: 24,
  async prepare(client) {
    await signIn(client);
    return () => runCodeFlow(client);
  },
});

const signIns: OAuthWorkload = {
  name: 'code flow with the sign-in form',
  // The desk serializes sign-ins to one account, so more connections would only measure waiting.
  connections: 1,
  times: 8,
  prepare: async client => () => signIn(client),
};

/** Signs in with a new session: the bare server gets slow with many grants in one session. */
async function signIn(client: ConnectedClient): Promise<string> {
  client.connection.clearCookies();
  const { refresh_token: token } = await runCodeFlow(client);
  return token;
}

/** The workloads, measured for each client. */
export const oauthWorkloads: readonly OAuthWorkload[] = [
  refreshes(1),
  refreshes(8),
  codeFlows(1),
  codeFlows(8),
  signIns,
];
