/** The rule for tags, without zod, so that the web bundle stays small. */

export const maxTagLength = 64;

export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${maxTagLength - 1}}$`);
