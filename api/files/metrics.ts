import { Gauge, type Registry } from 'prom-client';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';

/** Adds the gauges of stored bytes and their limit, read at each scrape. A store outage removes only these gauges. */
export const observeFiles = (registry: Registry, read: Queries): void => {
  new Gauge({
    name: 'stardesk_files_bytes',
    help: 'Bytes of all stored files, each counted once.',
    registers: [registry],
    async collect() {
      const bytes = await readCounter(read, 'files.bytes').catch(() => null);
      if (bytes === null) this.remove();
      else this.set(bytes);
    },
  });
};
