import type { Handler } from './handler.ts';
import { purgeExpired, purgeSignIns } from './sweeps.ts';

/** All background work of the API, once per kind. */
export const handlers: readonly Handler[] = [purgeExpired, purgeSignIns];
