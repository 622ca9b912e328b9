import { isDeepStrictEqual } from 'node:util';
import { createSendLimits, type SendLimits } from './send-limits.ts';
import { type ConnectionPool, createConnectionPool } from './smtp/connection-pool.ts';
import type { SmtpSettings } from './smtp/settings.ts';

/** The connections and limits of one mailbox, and the settings for which they were created. */
type MailboxPool = { settings: SmtpSettings; maxPerMinute: number; pool: ConnectionPool; limits: SendLimits };

/** The connections and limits of all mailboxes in this process. */
export type MailboxPools = {
  /**
   * Returns the connections and limits of a mailbox. Replaces the connections if a setting changed, and the limits only
   * if a limit changed.
   */
  get(mailboxId: string, settings: SmtpSettings, maxPerMinute: number): Pick<MailboxPool, 'pool' | 'limits'>;
  /** Closes every connection, except the replaced connections: these close as soon as their mail is sent. */
  close(): void;
};

export const createMailboxPools = (): MailboxPools => {
  const mailboxPools = new Map<string, MailboxPool>();
  return {
    get(mailboxId, settings, maxPerMinute) {
      const open = mailboxPools.get(mailboxId);
      if (open?.maxPerMinute === maxPerMinute && isDeepStrictEqual(open.settings, settings)) return open;
      open?.pool.drain();
      const { maxConnections } = settings;
      const isSameLimit = open?.maxPerMinute === maxPerMinute && open.settings.maxConnections === maxConnections;
      const limits = isSameLimit ? open.limits : createSendLimits({ maxPerMinute, maxConnections });
      const created = { settings, maxPerMinute, pool: createConnectionPool(settings, limits), limits };
      mailboxPools.set(mailboxId, created);
      return created;
    },
    close() {
      for (const { pool } of mailboxPools.values()) pool.close();
    },
  };
};
