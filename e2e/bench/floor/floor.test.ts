import { after, before, describe, it } from 'node:test';
import { requireAgreement } from '../agreement.ts';
import { type Desk, openDesk, startFloor } from '../desk.ts';
import { requestsOf } from '../requests.ts';

describe('the baselines of the benchmark', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk(60);
  });
  after(() => desk.stop());

  for (const kind of ['bare', 'express'] as const) {
    it(`return the same responses and store the same messages as the API: ${kind}`, async () => {
      const baseline = await startFloor(desk, kind);
      try {
        await requireAgreement(desk, baseline.url, requestsOf(desk));
      } finally {
        await baseline.stop();
      }
    });
  }
});
