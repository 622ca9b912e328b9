import { usualFarewell } from '#server/graceful-server';

/** Shutdown timeouts for tests, without the grace period. */
export const noGracePeriod = { ...usualFarewell, silence: 0 };
