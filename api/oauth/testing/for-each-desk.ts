import { after, before } from 'node:test';
import type { Database } from '../../database/database.ts';
import { bothEngines, type Engines, forEachEngine, oneEngine } from '../../testing/engines.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import {
  addBffClient,
  addClient,
  addPerson,
  startOAuthServer,
  type TestPerson,
  type TestServer,
} from './oauth-server.ts';

/** A running authorization server with a person, the bff's client and a registered client. */
export type OAuthDesk = {
  database: Database;
  server: TestServer;
  clock: TestClock;
  person: TestPerson;
  bff: Awaited<ReturnType<typeof addBffClient>>;
  program: Awaited<ReturnType<typeof addClient>>;
  /** Starts a second server on the same store; the caller closes it. */
  startSecondServer(): Promise<TestServer>;
};

type Suite = (desk: () => OAuthDesk) => void;

/** Runs a suite on each engine, each with its own desk. */
export const forEachDesk = (suite: Suite): void => runSuite(suite, bothEngines);

/** Runs a suite on one engine: see `oneEngine`. */
export const withDesk = (suite: Suite): void => runSuite(suite, oneEngine);

const runSuite = (suite: Suite, engines: Engines): void => {
  const onEngine: Parameters<typeof forEachEngine>[0] = (database, openAgain) => {
    let desk: OAuthDesk | undefined;
    before(async () => {
      const clock = createTestClock();
      const server = await startOAuthServer(database(), { clock: clock.now });
      desk = {
        database: database(),
        server,
        clock,
        person: await addPerson(database(), 'mara@desk.example'),
        bff: await addBffClient(database()),
        program: await addClient(database()),
        async startSecondServer() {
          const store = openAgain();
          const secondServer = await startOAuthServer(store, { clock: clock.now });
          return { ...secondServer, close: () => secondServer.close().then(() => store.close()) };
        },
      };
    });
    after(() => desk?.server.close());
    suite(() => {
      if (desk === undefined) throw new Error('A before hook opens the desk: call desk() only inside a test or hook.');
      return desk;
    });
  };
  forEachEngine(onEngine, { engines });
};
