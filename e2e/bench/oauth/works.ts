import { codeFlow, type Party, refresh } from './flows.ts';

/** Something that is asked of both servers again and again. */
export type Work = {
  name: string;
  connections: number;
  /** How often each connection does it in a round. */
  times: number;
  /** Gets a connection ready, which is not measured. @returns what does it once */
  prepare(party: Party): Promise<() => Promise<unknown>>;
};

/** A day of the web app's: eight hours, a refresh every ten minutes. */
const chain = 48;

const refreshes = (connections: number): Work => ({
  name: 'refresh',
  connections,
  times: chain,
  async prepare(party) {
    let token = await signIn(party);
    return async () => {
      token = await refresh(party, token);
    };
  },
});

const codeFlows = (connections: number): Work => ({
  name: 'code flow, signed in before',
  connections,
  times: 24,
  async prepare(party) {
    await signIn(party);
    return () => codeFlow(party);
  },
});

const signIns: Work = {
  name: 'code flow with the sign-in form',
  // Tries of one account take turns at the desk, so more would measure how they wait.
  connections: 1,
  times: 8,
  prepare: async party => () => signIn(party),
};

/** As somebody new: the bare server makes a grant for each session, and grows slow with all that comes from one. */
async function signIn(party: Party): Promise<string> {
  party.connection.forgetCookies();
  const { refresh_token: token } = await codeFlow(party);
  return token;
}

/** What is measured, of each of the programs. */
export const works: readonly Work[] = [refreshes(1), refreshes(8), codeFlows(1), codeFlows(8), signIns];
