import { setTimeout as pause } from 'node:timers/promises';
import { checks } from '../../../api/check/checks.ts';
import { runChecks } from '../../../api/check/run-checks.ts';
import type { Database } from '../../../api/database/database.ts';
import { openDatabase } from '../../../api/database/open-database.ts';
import { type DeskProcess, startDeskProcess } from '../../../api/mail/testing/servers/desk-process.ts';
import { type Dovecot, startDovecot } from '../../../api/mail/testing/servers/dovecot.ts';
import { findMailServers } from '../../../api/mail/testing/servers/packages.ts';
import { measureResidentMiB } from '../../resident-memory.ts';
import { type Latency, measureLists } from './measure-lists.ts';

export type ImportTally = {
  mails: number;
  seconds: number;
  /** How often each disturbance happened. */
  disturbances: Record<string, number>;
  /** The largest resident memory of the API in MiB. */
  memory: number;
  /** Response times of a ticket list, in milliseconds: during the import, and after it. */
  during: Latency;
  after: Latency;
};

type Options = { mails: number; onProgress?: (imported: number) => void };

const address = 'support@desk.example';
const password = 'correct horse';

/**
 * Lets a desk import many mails from Dovecot. Meanwhile Dovecot and the API are killed, Dovecot is restarted, and the
 * UIDs of the mails change.
 *
 * @throws an error unless every mail has exactly one ticket
 */
export const importMails = async ({ mails, onProgress = () => {} }: Options): Promise<ImportTally> => {
  const servers = await findMailServers();
  if ('missing' in servers) throw new Error(servers.missing);
  const dovecot = await startDovecot(servers.root, [{ address, password }]);
  const desk = await startDeskProcess();
  const database = openDatabase({ dataDir: desk.dataDir });
  try {
    for (let index = 0; index < mails; index++) await dovecot.deliver(address, createMail(index));
    const inbound = { host: 'localhost', port: dovecot.imapsPort, security: 'tls', user: address, password };
    const start = performance.now();
    await desk.addMailbox(address, { inbound: { ...inbound, import_since: '2020-01-01T00:00:00Z' } });
    let disturbedAt = Number.NEGATIVE_INFINITY;
    const onDisturbed = () => {
      disturbedAt = performance.now();
    };
    const lists = measureLists(desk, () => performance.now() > disturbedAt + recoveryMilliseconds);
    const { disturbances, memory } = await disturb({ desk, dovecot, database, mails, onProgress, onDisturbed });
    const seconds = (performance.now() - start) / 1000;
    const during = await lists.stop();
    await requireAllOnce(database, mails);
    const listsAfter = measureLists(desk);
    await pause(measuredMilliseconds);
    return { mails, seconds, disturbances, memory, during, after: await listsAfter.stop() };
  } finally {
    await database.close();
    await Promise.all([desk.remove(), dovecot.remove()]);
  }
};

/** The import retries a failed connection within minutes. */
const stallMilliseconds = 600_000;

const measuredMilliseconds = 20_000;

/** Lists are not measured until this long after a disturbance. A new process is slower at first. */
const recoveryMilliseconds = 5000;

/** Creates a mail with its own sender. A desk would hold mails of a sender who writes too often. */
const createMail = (index: number): string =>
  [
    `From: Customer ${index} <customer-${index}@shop.example>`,
    `Message-ID: <${index}@shop.example>`,
    `Date: ${new Date().toUTCString()}`,
    `Subject: Mail ${index}`,
    '',
    'The colour printer has been smoking since this morning.\n'.repeat(20),
  ].join('\n');

type Run = {
  desk: DeskProcess;
  dovecot: Dovecot;
  database: Database;
  mails: number;
  onProgress(done: number): void;
  onDisturbed(): void;
};

/** Runs each disturbance twice, evenly spread over the mails. Returns when every mail is processed. */
const disturb = async ({ desk, dovecot, database, mails, onProgress, onDisturbed }: Run) => {
  const actions: readonly (readonly [name: string, act: () => Promise<void>])[] = [
    ['killed: the IMAP server', () => dovecot.kill().then(dovecot.start)],
    ['killed: the API', () => desk.restart().then(() => expireLeases(database))],
    [
      'changed: UIDVALIDITY',
      async () => {
        await dovecot.stop();
        await dovecot.renumber(address);
        await dovecot.start();
      },
    ],
    ['restarted: the IMAP server', () => dovecot.stop().then(dovecot.start)],
  ];
  const rounds = 2 * actions.length;
  const disturbances: Record<string, number> = {};
  let [round, memory, lastProcessed, progressedAt] = [0, 0, 0, performance.now()];
  for (;;) {
    const { imported, processed } = await countMails(database);
    onProgress(processed);
    if (processed >= mails) return { disturbances, memory };
    if (processed > lastProcessed) [lastProcessed, progressedAt] = [processed, performance.now()];
    if (performance.now() - progressedAt > stallMilliseconds)
      throw new Error(`Only ${processed} of ${mails} mails are processed, and none for ten minutes.`);
    const next = actions[round % actions.length];
    if (next !== undefined && round < rounds && imported >= ((round + 1) * mails) / (rounds + 1)) {
      round++;
      disturbances[next[0]] = (disturbances[next[0]] ?? 0) + 1;
      onDisturbed();
      await next[1]();
      onDisturbed();
    }
    memory = Math.max(memory, await measureResidentMiB(desk.getPid()));
    await pause(200);
  }
};

/** Expires the leases of the killed process now instead of a minute later. */
const expireLeases = async (database: Database): Promise<void> => {
  await database.transaction(writes => writes.updateTable('jobs').set({ lease_until: 0 }).execute());
};

const countMails = async (database: Database): Promise<{ imported: number; processed: number }> => {
  database.startRequest();
  const count = (table: 'mails' | 'tickets') =>
    database.read
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
  const [imported, processed] = await Promise.all([count('mails'), count('tickets')]);
  return { imported: Number(imported.count), processed: Number(processed.count) };
};

/** @throws an error unless each mail has one ticket, and the store is consistent */
const requireAllOnce = async (database: Database, mails: number): Promise<void> => {
  const subjects = (await database.read.selectFrom('tickets').select('subject').execute()).map(each => each.subject);
  const missing = new Set(Array.from({ length: mails }, (_, index) => `Mail ${index}`)).difference(new Set(subjects));
  if (missing.size > 0) throw new Error(`${missing.size} mails were lost: ${[...missing].slice(0, 5).join(', ')}`);
  if (subjects.length > mails) throw new Error(`${subjects.length - mails} mails were imported twice`);
  const { findings } = await runChecks(database, checks);
  if (findings.length > 0) throw new Error(findings.map(({ sentence }) => sentence).join('\n'));
};
