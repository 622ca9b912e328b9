/** Escapes the characters of a path that are operators in Express route patterns. */
export const escapePath = (path: string): string => path.replace(/[{}()[\]+?!:*\\]/g, '\\$&');
