/** The rule for tags. This file does not import zod, so that the web bundle stays small. */

export const maxTagLength = 64;

export const tagPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${maxTagLength - 1}}$`);
