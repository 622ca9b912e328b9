import { fchownSync, statSync } from 'node:fs';

/**
 * Gives an open file the owner of the file at `path`, which it will replace. Only root can change owners: a command as
 * root must not leave a file that the user of the servers cannot read.
 */
export const copyOwner = (path: string, file: number): void => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path);
  fchownSync(file, uid, gid);
};
