import { useSyncExternalStore } from 'react';
import { getOutage, isUnreachable, type Outage, onReachabilityChange } from './reachability.ts';

/** Subscribes to whether the desk is unreachable. */
export const useIsUnreachable = (): boolean => useSyncExternalStore(onReachabilityChange, isUnreachable);

/** Subscribes to the current outage; null while the desk is reachable. */
export const useOutage = (): Outage | null => useSyncExternalStore(onReachabilityChange, getOutage);
