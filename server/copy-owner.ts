import { fchownSync, statSync } from 'node:fs';

/**
 * Copies the owner of the file at `path` to the open file. The open file will replace the file at `path`. Only root can
 * change owners. A command that runs as root must not leave a file that the user of the servers cannot read.
 */
export const copyOwner = (path: string, file: number): void => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(path);
  fchownSync(file, uid, gid);
};
