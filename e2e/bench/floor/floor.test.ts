import { after, before, describe, it } from 'node:test';
import { requireAgreement } from '../agreement.ts';
import { type Desk, openDesk, startFloor } from '../desk.ts';
import { requestsOf } from '../requests.ts';

describe('the floors of the bench', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk(60);
  });
  after(() => desk.stop());

  for (const kind of ['bare', 'express'] as const) {
    it(`answer what the API answers, and post what it posts: ${kind}`, async () => {
      const floor = await startFloor(desk, kind);
      try {
        await requireAgreement(desk, floor.url, requestsOf(desk));
      } finally {
        await floor.stop();
      }
    });
  }
});
