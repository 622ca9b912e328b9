import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate user and mount namespace: mounts are private and need no root. */
const namespace = ['unshare', '--map-root-user', '--mount'];

/** True when this machine allows mounts in an own namespace. */
export const canMount = (): Promise<boolean> =>
  run(namespace[0] ?? '', [...namespace.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).then(
    () => true,
    () => false,
  );

/** The name of a file that fills the disk until it is removed. */
const ballast = 'ballast';

const script = `
  folder=$1 size=$2 ballast=$3; shift 3
  cp -a "$folder" "$folder.kept"
  mount -t tmpfs -o "size=\${size}k" tmpfs "$folder"
  cp -a "$folder.kept/." "$folder"
  head -c "\${ballast}k" /dev/zero > "$folder/${ballast}"
  exec "$@"`;

/** Returns a wrapper command that copies `folder` to a disk of `size` KiB and runs a program there. */
export const onSmallDisk = (
  folder: string,
  { size, ballast: kibibytes }: { size: number; ballast: number },
): string[] => [...namespace, ...['sh', '-euc', script, 'sh', folder, String(size), String(kibibytes)]];

/** Returns a wrapper command that runs a program in the namespace of another process. */
export const enterNamespace = (pid: number): string[] => ['nsenter', '-t', String(pid), '--user', '--mount'];

/** Frees space on the disk of a process. */
export const freeDiskSpace = (pid: number, folder: string): Promise<void> =>
  rm(join(`/proc/${pid}/root`, folder, ballast));
