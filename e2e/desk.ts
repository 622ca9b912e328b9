import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Role, type ScanState, scanStates } from '#contract/enums';
import { findFreePort } from '#server/testing/free-port';
import type { DeskTemplate } from './desk-template.ts';
import { administrator, type Person } from './people.ts';
import { runDeskCli } from './run-desk.ts';
import type { ServerHosts } from './server-host.ts';

/** A running desk, with sample data unless the test turns it off. */
export type JourneyDesk = {
  url: string;
  apiUrl: string;
  /** Adds a person, by default an agent. */
  addPerson: (name: string, role?: Role) => Promise<Person>;
  /** Changes a person's role, effective from their next request. */
  setRole: (person: Person, role: Role) => Promise<void>;
  /** Creates an access token of a person. */
  createToken: (person: Person, scope: string) => Promise<string>;
  /** Invites a person. @returns the path of the link on the api */
  createInvitation: (person: Pick<Person, 'email'>) => Promise<string>;
  /** Makes a backup, as the command of the Data screen does. */
  makeBackup: () => Promise<void>;
  /** Changes a setting of the desk. */
  setSetting: (name: string, value: string) => Promise<void>;
  /** Makes all notifications five minutes older, and mails them soon. */
  ageNotifications: () => void;
  /** Adds a background job that has failed for the last time. */
  addDeadJob: (error: string) => void;
  /** Deletes the original of a mail, as a job does at the end of the retention (by default 90 days). */
  deleteOriginal: (mailId: string) => void;
  /** Marks the bytes of an incoming mail as missing, as a restore without files does. */
  markOriginalMissing: (mailId: string) => void;
  /** Sets the result of the virus scan of all files with this name. */
  setScan: (name: string, scan: ScanState) => void;
  revokeGrants: (person: Person) => Promise<void>;
  stopApi: () => Promise<void>;
  startApi: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts api and bff on free ports, with a temporary copy of the template. */
export async function startJourneyDesk(hosts: ServerHosts, template: DeskTemplate): Promise<JourneyDesk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stardesk-e2e-'));
  await cp(template.dataDir, dataDir, { recursive: true });
  const [port, apiPort] = await Promise.all([findFreePort(), findFreePort()]);
  const shared = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    API_PORT: String(apiPort),
    API_PUBLIC_URL: `http://localhost:${apiPort}`,
    OAUTH_CLIENT_ID: 'bff',
    OAUTH_CLIENT_SECRET: randomBytes(32).toString('hex'),
  };
  const startApi = () => hosts.api.start(shared);
  const startBff = () => hosts.bff.start({ ...shared, SESSION_KEYS: randomBytes(32).toString('hex') });
  const [firstApi, bff] = await Promise.all([startApi(), startBff()]);
  let api = firstApi;
  const runSql = (sql: string, ...values: (string | number)[]): void => {
    const store = new DatabaseSync(join(dataDir, 'stardesk.db'), { timeout: 5000 });
    store.prepare(sql).run(...values);
    store.close();
  };
  return {
    url: bff.url,
    apiUrl: api.url,
    addPerson: async (name, role = 'agent') => {
      const person = {
        name,
        email: `${name.toLowerCase().replace(/[^a-z]/g, '')}@stardesk.local`,
        password: administrator.password,
      };
      const headers = {
        Authorization: `Bearer ${template.token}`,
        'Content-Type': 'application/json',
        Connection: 'close', // a connection left open delays the shutdown by half a second
      };
      const body = JSON.stringify({ ...person, role });
      const response = await fetch(`${api.url}/v1/people`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${name} was not added: ${await response.text()}`);
      return person;
    },
    setRole: async ({ email }, role) => void (await runDeskCli(dataDir, 'people', 'set-role', email, role)),
    createToken: ({ email }, scope) => runDeskCli(dataDir, 'tokens', 'create', '--person', email, '--scope', scope),
    createInvitation: async ({ email }) => {
      const output = await runDeskCli(dataDir, 'people', 'invite', email);
      return /\/oauth\/one-time\/[0-9a-f]+/.exec(output)?.[0] ?? '';
    },
    makeBackup: async () => void (await runDeskCli(dataDir, 'backup', join(dataDir, 'desk.backup'))),
    setSetting: async (name, value) => void (await runDeskCli(dataDir, 'settings', 'set', name, value)),
    ageNotifications: () => {
      runSql('update notifications set created_at = created_at - ?', 5 * 60_000);
      runSql("update jobs set run_at = 0 where kind = 'mail_notifications'");
    },
    addDeadJob: error =>
      runSql(
        `insert into jobs (version, created_at, updated_at, kind, payload, state, run_at, again, attempts, lease_until,
          last_error) values (1, ?1, ?1, 'purge_expired', '{}', 2, ?1, 0, 3, 0, ?2)`,
        Date.now(),
        error,
      ),
    deleteOriginal: mailId => runSql('update mails set file_id = null where id = ?', mailId),
    // 2 is the location `none`.
    markOriginalMissing: mailId =>
      runSql('update stored_files set location = 2 where sha256 = (select file_id from mails where id = ?)', mailId),
    setScan: (name, scan) => {
      runSql('update attachments set scan = ? where name = ?', scanStates.indexOf(scan), name);
      runSql("update counters set value = value + 1 where name = 'attachments.changes'");
    },
    revokeGrants: async ({ email }) => void (await runDeskCli(dataDir, 'grants', 'revoke', '--person', email)),
    stopApi: () => api.stop(),
    startApi: async () => {
      api = await startApi();
    },
    stop: async () => {
      await Promise.all([bff.stop(), api.stop()]);
      await rm(dataDir, { recursive: true });
    },
  };
}
