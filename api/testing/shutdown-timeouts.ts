import { defaultShutdownTimeouts } from '#server/graceful-server';

/** Shutdown timeouts for tests, without the grace period. */
export const noGracePeriod = { ...defaultShutdownTimeouts, silence: 0 };
