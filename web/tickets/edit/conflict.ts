import { createStore, type ReadableStore } from '../../storage/observable-store.ts';
import type { FieldName } from './merge.ts';
import type { Clash } from './patch.ts';

/** The conflicting fields that get the person's own values. `dismissed`: the person closed the dialog. */
export type Verdict = { mine: readonly FieldName[]; dismissed: boolean };

/** A conflict that the person has to resolve before the edit is sent. */
export type Conflict = { clash: Clash; decide: (verdict: Verdict) => void };

const open = createStore<readonly Conflict[]>([]);

/** Unresolved conflicts, oldest first. */
export const conflicts: ReadableStore<readonly Conflict[]> = open;

/** Asks the person to resolve a conflict. */
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
