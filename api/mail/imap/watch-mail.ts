import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { Database } from '../../database/database.ts';
import { jobTopicPrefix } from '../../jobs/enqueue.ts';

/** Watches for new mail, mailbox changes by this process, and the end of the connection. */
export const watchMail = (client: ImapFlow, database: Pick<Database, 'subscribe'>) => {
  let hasChanged = false;
  /** Whether an event has occurred since the last wait. */
  let isWoken = false;
  let resolveWait = () => {};
  const wake = () => {
    isWoken = true;
    resolveWait();
  };
  const markChanged = () => {
    hasChanged = true;
    wake();
  };
  const unsubscribe = database.subscribe(topic => {
    if (topic === `${jobTopicPrefix}poll_mailbox`) wake();
  });
  client.on('exists', markChanged);
  client.on('close', markChanged);
  return {
    /**
     * Waits for one of the watched events, or for the given time.
     * @returns whether new mail may exist or the connection was closed
     */
    async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
      if (!isWoken) {
        const ended = new AbortController();
        const woken = new Promise<void>(resolve => {
          resolveWait = resolve;
        });
        const timeout = pause(milliseconds, null, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => {});
        await Promise.race([woken, timeout]);
        ended.abort();
      }
      const result = hasChanged;
      [hasChanged, isWoken] = [false, false];
      return result;
    },
    stop(): void {
      unsubscribe();
      client.off('exists', markChanged);
      client.off('close', markChanged);
    },
  };
};
