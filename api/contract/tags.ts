/** The rule for tags. Plain data: the web imports it without zod coming along. */

/** The most characters of a tag. */
export const longestTag = 64;

/** What a tag is made of. */
export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${longestTag - 1}}$`);
