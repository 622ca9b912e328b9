import { after, before, describe, it } from 'node:test';
import { type BenchDesk, openBenchDesk, openPostgresDesk, startBaseline } from '../desk.ts';
import { createDeskRequests } from '../requests.ts';
import { requireSameResponses } from '../same-responses.ts';

for (const [engine, openDesk] of Object.entries({ SQLite: openBenchDesk, PostgreSQL: openPostgresDesk })) {
  describe(`the baseline of the benchmark on ${engine}`, () => {
    let desk: BenchDesk;
    before(async () => {
      desk = await openDesk(60);
    });
    after(() => desk.stop());

    it('returns the same responses and stores the same messages as the API', async () => {
      const baseline = await startBaseline(desk);
      try {
        await requireSameResponses(desk, baseline.url, createDeskRequests(desk));
      } finally {
        await baseline.stop();
      }
    });
  });
}
