import { createStore, type ReadableStore } from '../../store.ts';
import type { FieldName } from './merge.ts';
import type { Clash } from './patch.ts';

/** Of which clashing fields one wants one's own value; the others stay theirs. `dismissed`: without having chosen. */
export type Verdict = { mine: readonly FieldName[]; dismissed: boolean };

/** A question that somebody has to answer before an edit can go on. */
export type Conflict = { clash: Clash; decide: (verdict: Verdict) => void };

const open = createStore<readonly Conflict[]>([]);

/** The questions to answer, the oldest first. */
export const conflicts: ReadableStore<readonly Conflict[]> = open;

/** Asks whose values are to stand. */
export const askAbout = (clash: Clash): Promise<Verdict> =>
  new Promise(resolve => {
    const conflict: Conflict = {
      clash,
      decide: verdict => {
        open.write(open.read().filter(other => other !== conflict));
        resolve(verdict);
      },
    };
    open.write([...open.read(), conflict]);
  });
