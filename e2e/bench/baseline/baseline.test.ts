import { after, before, describe, it } from 'node:test';
import { type BenchDesk, openBenchDesk, startBaseline } from '../desk.ts';
import { createDeskRequests } from '../requests.ts';
import { requireSameResponses } from '../same-responses.ts';

describe('the baselines of the benchmark', () => {
  let desk: BenchDesk;
  before(async () => {
    desk = await openBenchDesk(60);
  });
  after(() => desk.stop());

  for (const kind of ['bare', 'express'] as const) {
    it(`return the same responses and store the same messages as the API: ${kind}`, async () => {
      const baseline = await startBaseline(desk, kind);
      try {
        await requireSameResponses(desk, baseline.url, createDeskRequests(desk));
      } finally {
        await baseline.stop();
      }
    });
  }
});
