import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { OpenDatabase } from '../../command-line.ts';
import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { type DeskRun, runDeskInProcess } from '../../testing/run-desk.ts';
import { addPerson, startOAuthServer, type TestPerson, type TestServer } from './oauth-server.ts';

/** The desk command on a running server's store, with a person who can sign in. */
export type CommandDesk = {
  database: Database;
  server: TestServer;
  person: TestPerson;
  /** Opens the store again, as the command does. */
  open: OpenDatabase;
  /** Runs the command while the server is running. */
  run(...args: string[]): Promise<DeskRun>;
  /** Runs the command with `--json` and returns its output. Fails the test unless it exits with 0. */
  runJson<T>(...args: string[]): Promise<T>;
  /** Runs the command. Fails the test unless it exits with 1 and prints only a matching error. */
  expectFailure(args: string[], message: RegExp): Promise<void>;
};

/** Runs a suite about the desk command while a server runs on the same SQLite store. */
export const describeDeskCommand = (suite: (desk: () => CommandDesk) => void): void => {
  describe('with a running server', () => {
    let desk: CommandDesk | undefined;
    const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-'));
    before(async () => {
      const database = openDatabase({ dataDir });
      await migrate(database, Date.now);
      const server = await startOAuthServer(database);
      const person = await addPerson(database, 'mara@desk.example');
      desk = { database, server, person, open: async () => openDatabase({ dataDir }), run, runJson, expectFailure };
    });
    after(async () => {
      await desk?.server.close();
      await desk?.database.close();
      rmSync(dataDir, { recursive: true });
    });

    const run: CommandDesk['run'] = (...args) => runDeskInProcess(dataDir, args);
    const runJson = async <T>(...args: string[]): Promise<T> => {
      const { status, stdout, stderr } = await run(...args, '--json');
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout) as T;
    };
    const expectFailure: CommandDesk['expectFailure'] = async (args, message) => {
      const { status, stdout, stderr } = await run(...args);
      assert.match(stderr, message, args.join(' '));
      assert.doesNotMatch(stderr, /\n {4}at /);
      assert.deepEqual([status, stdout], [1, ''], args.join(' '));
    };
    suite(() => {
      if (desk === undefined) throw new Error('A before hook opens the desk: call desk() only inside a test or hook.');
      return desk;
    });
  });
};
