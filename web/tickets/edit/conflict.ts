import type { FieldName } from './merge.ts';
import type { Clash } from './patch.ts';

/** Of which clashing fields one wants one's own value; the others stay theirs. `dismissed`: without having chosen. */
export type Verdict = { mine: readonly FieldName[]; dismissed: boolean };

/** A question that somebody has to answer before an edit can go on. */
export type Conflict = { clash: Clash; decide: (verdict: Verdict) => void };

let open: readonly Conflict[] = [];
const changes = new EventTarget();

const tell = (conflicts: readonly Conflict[]): void => {
  open = conflicts;
  changes.dispatchEvent(new Event('change'));
};

/** The questions to answer, the oldest first. */
export const readConflicts = (): readonly Conflict[] => open;

/** Calls `listener` when there are others to answer. Answers the way to stop. */
export function onConflictsChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Asks whose values are to stand. */
export const askAbout = (clash: Clash): Promise<Verdict> =>
  new Promise(resolve => {
    const conflict: Conflict = {
      clash,
      decide: verdict => {
        tell(open.filter(other => other !== conflict));
        resolve(verdict);
      },
    };
    tell([...open, conflict]);
  });
