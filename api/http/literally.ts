/** A path as Express matches it character by character: in its own language some of them are operators. */
export const literally = (path: string): string => path.replace(/[{}()[\]+?!:*\\]/g, '\\$&');
