import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Its own user and mount namespace: what is mounted there nobody else sees, and root of the machine is not needed. */
const apart = ['unshare', '--map-root-user', '--mount'];

/** Whether this machine lets us mount something in a namespace of our own; some let nobody. */
export const mayMount = (): Promise<boolean> =>
  run(apart[0] ?? '', [...apart.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).then(
    () => true,
    () => false,
  );

/** A file that takes room until it is removed. */
const ballast = 'ballast';

const script = `
  folder=$1 size=$2 ballast=$3; shift 3
  cp -a "$folder" "$folder.kept"
  mount -t tmpfs -o "size=\${size}k" tmpfs "$folder"
  cp -a "$folder.kept/." "$folder"
  head -c "\${ballast}k" /dev/zero > "$folder/${ballast}"
  exec "$@"`;

/** The words before those of a program that run it where `folder`, with what is in it, is a disk of so many KiB. */
export const onSmallDisk = (
  folder: string,
  { size, ballast: kibibytes }: { size: number; ballast: number },
): string[] => [...apart, ...['sh', '-euc', script, 'sh', folder, String(size), String(kibibytes)]];

/** The same for a program beside one that runs there already. */
export const besideProcess = (pid: number): string[] => ['nsenter', '-t', String(pid), '--user', '--mount'];

/** Makes room on the disk of a process. */
export const makeRoom = (pid: number, folder: string): Promise<void> => rm(join(`/proc/${pid}/root`, folder, ballast));
