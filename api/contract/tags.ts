/** The rule for tags, without zod, so that the web bundle stays small. */

export const longestTag = 64;

export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${longestTag - 1}}$`);
