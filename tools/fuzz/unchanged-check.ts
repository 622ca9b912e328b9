import { operations } from '#contract/all-operations';
import { getOperationKind } from '../../api/http/openapi/operation-kind.ts';
import { FuzzFinding } from './finding.ts';
import type { DeskResponse } from './send.ts';

/** The ETags and counts of an administrator's lists and of a caller's own lists. They change when a row changes. */
type Snapshot = string;

/** Checks that rejected requests changed nothing. */
export type UnchangedCheck = {
  /** Returns the snapshot of a caller. Takes a new snapshot only after a change. */
  getSnapshot(as: string): Promise<Snapshot>;
  /** Discards all snapshots after a request that may have changed something. */
  reset(): void;
  /** @throws FuzzFinding when the snapshot changed */
  expect(as: string, before: Snapshot, where: string): Promise<void>;
};

const lists = operations
  .filter(each => getOperationKind(each) === 'list' && !each.path.includes('{'))
  .map(({ path }) => path.slice(1));

export const createUnchangedCheck = (
  read: (address: string, as: string) => Promise<DeskResponse | null>,
): UnchangedCheck => {
  const takeSnapshot = async (as: string): Promise<Snapshot> => {
    const own = ['gists/starred', 'notifications'].map(list => [as, list] as const);
    const checkedLists = [...lists.map(list => ['ada', list] as const), ...own];
    const responses = await Promise.all(
      checkedLists.map(([caller, list]) => read(`/v1/${list}?per_page=1&count=true`, caller)),
    );
    const validators = responses.map(response =>
      ['etag', 'x-total-count'].map(name => response?.headers.get(name) ?? ''),
    );
    return validators.map((each, at) => `${checkedLists[at]?.[1]}: ${each.join(' of ')}`).join('\n');
  };
  const snapshots = new Map<string, Snapshot>();
  return {
    async getSnapshot(as) {
      const snapshot = snapshots.get(as) ?? (await takeSnapshot(as));
      snapshots.set(as, snapshot);
      return snapshot;
    },
    reset: () => snapshots.clear(),
    async expect(as, before, where) {
      const after = await takeSnapshot(as);
      if (after === before) return;
      snapshots.clear();
      throw new FuzzFinding(
        'changed by a rejected request',
        where,
        `The request of ${as} was rejected, but\n${before}\nbecame\n${after}`,
      );
    },
  };
};
