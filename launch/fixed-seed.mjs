import fc from 'fast-check';

/**
 * Makes every property test of `npm test` use the same values in each run. A failure reports the seed and the path to
 * the failing values.
 */
fc.configureGlobal({ seed: 1 });
