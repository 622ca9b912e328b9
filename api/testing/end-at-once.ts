import { usualFarewell } from '#server/graceful-server';

/** How a server of a test ends: nothing is on its way any more. */
export const endAtOnce = { ...usualFarewell, silence: 0 };
