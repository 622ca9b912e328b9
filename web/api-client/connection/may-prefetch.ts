import { isUnreachable } from './reachability.ts';
import { areRequestsHeld } from './session-hold.ts';

declare global {
  interface Navigator {
    /** Network Information API; not in every browser. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Returns whether prefetching is allowed: not with Save-Data, and not while requests wait. */
export const mayPrefetch = (): boolean =>
  navigator.connection?.saveData !== true && !isUnreachable() && !areRequestsHeld();
