import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { readCounter } from '../database/counters.ts';
import type { Queries } from '../database/database.ts';

/** Adds the gauges of stored bytes and their limit, read at each scrape. A store outage removes only these gauges. */
export const observeFiles = (registry: Registry, read: Queries): void => {
  new Gauge({
    ...{ name, help, registers: [registry] },
    async collect() {
      const value = await readValue().catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
};
