/** Escapes the characters of a path that are operators in Express route patterns. */
export const literally = (path: string): string => path.replace(/[{}()[\]+?!:*\\]/g, '\\$&');
