import { defaultShutdownTimeouts, type ShutdownTimeouts } from '#server/graceful-server';

/** Shutdown timeouts for tests, without the grace period. */
export const noGracePeriod: ShutdownTimeouts = { ...defaultShutdownTimeouts, idle: 0 };
