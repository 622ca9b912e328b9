import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import type { OpenDatabase } from '../../command-line.ts';
import type { Database } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { type DeskRun, runDeskHere } from '../../testing/run-desk.ts';
import { addPerson, startServer, type TestPerson, type TestServer } from './server.ts';

/** The administrator's tool on the store of a running server, and somebody who can sign in there. */
export type CommandDesk = {
  database: Database;
  server: TestServer;
  person: TestPerson;
  /** Opens the store once more, as the tool does. */
  open: OpenDatabase;
  /** Runs the tool, while the server goes on. */
  run(...words: string[]): Promise<DeskRun>;
  /** What it says with `--json`; fails the test when it ends with anything but 0. */
  json<T>(...words: string[]): Promise<T>;
  /** Fails the test unless it ends with 1, this sentence and nothing else. */
  refuses(words: string[], sentence: RegExp): Promise<void>;
};

/** Runs a suite against one such desk. */
export const forTheDeskCommand = (suite: (desk: () => CommandDesk) => void): void => {
  describe('beside a running server', () => {
    let desk: CommandDesk | undefined;
    const dataDir = mkdtempSync(join(tmpdir(), 'stardesk-'));
    before(async () => {
      const database = openDatabase({ dataDir });
      await migrate(database, Date.now);
      const server = await startServer(database);
      const person = await addPerson(database, 'mara@desk.example');
      desk = { database, server, person, open: async () => openDatabase({ dataDir }), run, json, refuses };
    });
    after(async () => {
      await desk?.server.close();
      await desk?.database.close();
      rmSync(dataDir, { recursive: true });
    });

    const run: CommandDesk['run'] = (...words) => runDeskHere(dataDir, words);
    const json = async <T>(...words: string[]): Promise<T> => {
      const { status, stdout, stderr } = await run(...words, '--json');
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout) as T;
    };
    const refuses: CommandDesk['refuses'] = async (words, sentence) => {
      const { status, stdout, stderr } = await run(...words);
      assert.match(stderr, sentence, words.join(' '));
      assert.doesNotMatch(stderr, /\n {4}at /);
      assert.deepEqual([status, stdout], [1, ''], words.join(' '));
    };
    suite(() => {
      if (desk === undefined) throw new Error('The desk is opened by a hook: ask for it inside a test or hook.');
      return desk;
    });
  });
};
