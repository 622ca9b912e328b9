import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { mailboxDefaults } from '#contract/mailboxes';
import { commandActor } from './database/audit-log.ts';
import type { Database } from './database/database.ts';
import type { Files } from './files/files.ts';
import { createMailboxStore } from './mailboxes/store.ts';
import { hashPassword } from './oauth/accounts/passwords.ts';
import { createPersonStore } from './people/store.ts';
import { loadSample } from './sample/load-sample.ts';
import type { Secrets } from './secrets/secrets.ts';

/** The settings and the dependencies of the initial data. */
export type FirstStartOptions = {
  admin: { email: string; password: string | undefined };
  addsSampleData: boolean;
  secrets: Secrets;
  files: Files;
};

/** The mailbox of a new desk. It captures mail, so nothing leaves the desk. */
const firstMailbox = { ...mailboxDefaults, name: 'Support', address: 'support@stardesk.local' } as const;

/**
 * Creates the administrator and the mailbox of an empty store, and sample data if configured. A store with people stays
 * unchanged. A generated password is logged once, at every log level, since it is available nowhere else.
 */
export const createInitialData = async (
  database: Database,
  { admin, addsSampleData, secrets, files }: FirstStartOptions,
  clock: () => number,
  log: Logger,
): Promise<void> => {
  if (await hasPeople(database)) return;
  const password = admin.password ?? randomBytes(12).toString('base64url');
  const hash = await hashPassword(password);
  const people = createPersonStore();
  const mailbox = await database.transaction(async writes => {
    if (await hasPeople({ read: writes })) return null;
    const draft = { name: 'Administrator', email: admin.email, role: 'admin', disabled: false } as const;
    await people.insert(writes, draft, hash, commandActor(clock()));
    return createMailboxStore({ people, secrets }).insert(writes, { ...firstMailbox }, commandActor(clock()));
  });
  if (mailbox === null) return;
  if (admin.password !== undefined) log.info({ email: admin.email }, 'administrator created');
  else log.child({}, { level: 'info' }).info({ email: admin.email, password }, 'administrator created');
  if (addsSampleData) await loadSample(database, clock(), { id: mailbox.id, secrets, files });
};

const hasPeople = async ({ read }: Pick<Database, 'read'>): Promise<boolean> =>
  (await read.selectFrom('people').select('n').limit(1).executeTakeFirst()) !== undefined;
