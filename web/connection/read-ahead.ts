import { isUnreachable } from './reachability.ts';
import { isHeld } from './session-hold.ts';

declare global {
  interface Navigator {
    /** Network Information API; not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether something may be read before anybody asks for it: not where data costs, nor while requests wait. */
export const mayReadAhead = (): boolean => navigator.connection?.saveData !== true && !isUnreachable() && !isHeld();
