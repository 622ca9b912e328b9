import fc from 'fast-check';

/**
 * Makes every property test of `npm test` use the same values in each run. A failure reports this seed and its path.
 */
fc.configureGlobal({ seed: 1 });
