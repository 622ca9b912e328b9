import { useSyncExternalStore } from 'react';
import { isUnreachable, type Outage, onReachabilityChange, readOutage } from './reachability.ts';

/** Whether what is asked now would wait. */
export const useIsUnreachable = (): boolean => useSyncExternalStore(onReachabilityChange, isUnreachable);

/** Why requests wait; null while the desk can be reached. */
export const useOutage = (): Outage | null => useSyncExternalStore(onReachabilityChange, readOutage);
