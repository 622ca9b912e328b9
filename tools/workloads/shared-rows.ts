import type { Random } from '../../api/sample/random.ts';
import { createSharedRow } from './shared-row.ts';
import type { TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/**
 * Creates a workload of several writers that change the same rows concurrently with `If-Match`. No acknowledged change
 * may be lost, and no two changes may get the same version.
 */
export const createSharedRows = (random: Random, prefix: string, tokens: readonly string[]) => {
  const rows = [createSharedRow('tickets', `${prefix}t`), createSharedRow('gists', `${prefix}g`)];
  const [first = ''] = tokens;
  let nameCount = 0;
  let acknowledged = 0;

  const writeRows = async (desk: TestDesk, token: string, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const outcome = await random.pick(rows).change(desk.as(token), `${prefix}${(nameCount++).toString(36)}`);
      if (outcome === 'unconfirmed') return;
      if (outcome === 'acknowledged') acknowledged++;
    }
  };

  const workload: Workload = {
    async write(desk, isOver) {
      acknowledged = 0;
      await Promise.all(tokens.map(token => writeRows(desk, token, isOver)));
    },
    async verifyRound(desk) {
      for (const row of rows) await row.verifyNewEvents(desk.as(first));
      return acknowledged;
    },
    async verifyRun(desk) {
      for (const row of rows) await row.verifyAllEvents(desk.as(first));
    },
  };
  return {
    ...workload,
    /** The path of the shared gist. */
    gist: `/v1/gists/${prefix}g`,
    create: async (desk: TestDesk): Promise<void> => {
      for (const row of rows) await row.create(desk.as(first));
    },
  };
};
