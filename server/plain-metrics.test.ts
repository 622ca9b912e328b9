import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { createPlainCounter, createPlainHistogram } from './plain-metrics.ts';

const buckets = [0.1, 0.5, 2];
const observation = fc.record({
  route: fc.constantFrom('/tickets', '/tickets/:id', 'none'),
  status: fc.constantFrom('200', '404'),
  seconds: fc.constantFrom(0, 0.1, 0.25, 0.5, 1, 2, 3),
});

describe('plain metrics', () => {
  it('are formatted like the metrics of prom-client', async () => {
    const property = fc.asyncProperty(fc.array(observation), async observations => {
      const [plain, promClient] = [new Registry(), new Registry()];
      const requests = { name: 'requests_total', help: 'Requests.', labelNames: ['route', 'status'] as const };
      const duration = { name: 'duration_seconds', help: 'Seconds.', labelNames: ['route'] as const, buckets };
      const statements = { name: 'statements_seconds', help: 'Seconds.', buckets };
      const count = createPlainCounter({ ...requests, registers: [plain] });
      const observe = createPlainHistogram({ ...duration, registers: [plain] });
      const observeStatement = createPlainHistogram({ ...statements, registers: [plain] });
      const counter = new Counter({ ...requests, registers: [promClient] });
      const histogram = new Histogram({ ...duration, registers: [promClient] });
      const unlabelled = new Histogram({ ...statements, registers: [promClient] });
      for (const { route, status, seconds } of observations) {
        count(route, status);
        counter.inc({ route, status });
        observe(seconds, route);
        histogram.observe({ route }, seconds);
        observeStatement(seconds);
        unlabelled.observe(seconds);
      }
      assert.deepEqual(sortLines(await plain.metrics()), sortLines(await promClient.metrics()));
    });
    await fc.assert(property, { numRuns: 50 });
  });
});

/** The order of labels may differ; it has no meaning. */
const sortLines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`));
