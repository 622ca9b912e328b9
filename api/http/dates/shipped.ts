import { createApiDates } from './registry.ts';

/** The dates of this API, the newest first; the last is the day of the first release. How to add one: decision 15 in api/DECISIONS.md. */
export const apiDates = createApiDates([{ date: '2026-11-21', is: 'current' }]);
