import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database, Queries } from '../database/database.ts';
import { readSettings } from '../database/settings.ts';
import { nearlyFullTopic, readStoredBytes } from '../database/stored-bytes.ts';

/** Adds the gauges of stored bytes and their limit, read at each scrape. A store outage removes only these gauges. */
export const observeFiles = (registry: Registry, read: Queries): void => {
  addGauge(registry, 'stardesk_files_bytes', 'Bytes of all stored files, each counted once.', () =>
    readStoredBytes(read),
  );
  addGauge(
    registry,
    'stardesk_files_limit_bytes',
    'The storage limit in bytes; missing if there is no limit.',
    async () => {
      const { limits } = await readSettings(read);
      return limits.storage_bytes;
    },
  );
};

const addGauge = (registry: Registry, name: string, help: string, readValue: () => Promise<number | null>): void => {
  new Gauge({
    ...{ name, help, registers: [registry] },
    async collect() {
      const value = await readValue().catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
};

/**
 * Logs a warning when usage reaches 80% of the storage limit. Only the process that stored the file or lowered the
 * limit logs it.
 */
export const warnWhenNearlyFull = (database: Pick<Database, 'subscribe'>, log: Logger): void => {
  database.subscribe(topic => {
    if (topic === nearlyFullTopic)
      log.warn(
        'files and mails use at least 80% of the storage limit; at 100% uploads are rejected (raise the limit: desk settings set limits.storage_bytes)',
      );
  });
};
