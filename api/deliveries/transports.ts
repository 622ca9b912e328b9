import { isDeepStrictEqual } from 'node:util';
import { createSendLimits, type SendLimits } from './send-limits.ts';
import { type ConnectionPool, createConnectionPool } from './smtp/connection-pool.ts';
import type { SmtpSettings } from './smtp/settings.ts';

/** How a mailbox sends its mail. */
type Transport = { settings: SmtpSettings; maxPerMinute: number; pool: ConnectionPool; limits: SendLimits };

/** The connections and limits of all mailboxes in this process. */
export type Transports = {
  /**
   * Returns the connections and limits of a mailbox. Replaces the connections after a change of its settings, and the
   * limits if they changed.
   */
  get(mailboxId: string, settings: SmtpSettings, maxPerMinute: number): Pick<Transport, 'pool' | 'limits'>;
  /** Closes every connection. */
  close(): void;
};

export const createTransports = (): Transports => {
  const transports = new Map<string, Transport>();
  return {
    get(mailboxId, settings, maxPerMinute) {
      const open = transports.get(mailboxId);
      if (open?.maxPerMinute === maxPerMinute && isDeepStrictEqual(open.settings, settings)) return open;
      open?.pool.drain();
      const { maxConnections } = settings;
      const isSameLimit = open?.maxPerMinute === maxPerMinute && open.settings.maxConnections === maxConnections;
      const limits = isSameLimit ? open.limits : createSendLimits({ maxPerMinute, maxConnections });
      const transport = { settings, maxPerMinute, pool: createConnectionPool(settings, limits), limits };
      transports.set(mailboxId, transport);
      return transport;
    },
    close() {
      for (const { pool } of transports.values()) pool.close();
    },
  };
};
