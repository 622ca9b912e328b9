import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';
import type { Programs } from './packages.ts';
import { createProgram, type Program } from './program.ts';

/** A small file system in a namespace of its own, mounted without root. It lasts as long as its process. */
export type SmallDisk = Program & {
  /** Returns the command line that runs a program in the namespace, as the same user. */
  enter(commandLine: readonly string[]): string[];
  /** Writes a file until no space is left. */
  fill(): void;
  /** Deletes that file. */
  free(): void;
};

/** Enough for a desk and the writes of many rounds, but full within a second. */
const size = '256m';

const startSeconds = 20;

/**
 * Starts a small disk. Several disks may have the same folder, since each is mounted in another namespace.
 *
 * @param folder the mount point; outside the namespace, this folder stays empty
 */
export const startSmallDisk = async (
  programs: Programs,
  directory: string,
  name: string,
  folder: string,
): Promise<SmallDisk> => {
  const { owner } = programs;
  const mount = ['sh', '-c', `mount -t tmpfs -o size=${size},mode=700 tmpfs "$0" && exec sleep infinity`, folder];
  const program = createProgram(programs, directory, name, [
    ...['unshare', '--user', '--map-root-user', '--mount'],
    ...mount,
  ]);
  program.start();
  const pid = await waitUntil(
    `the small disk could not be mounted by an ordinary user: see ${program.logFile}`,
    startSeconds,
    async () =>
      program.pids().find(each => readFileSync(`/proc/${each}/mounts`, 'utf8').includes(` ${folder} `)) ?? null,
  );
  const user = [`--map-user=${owner.uid ?? process.getuid?.()}`, `--map-group=${owner.gid ?? process.getgid?.()}`];
  const file = join(`/proc/${pid}/root`, folder, 'filler');
  return {
    ...program,
    enter: commandLine => [
      ...['nsenter', `--target=${pid}`, '--user', '--mount', '--preserve-credentials'],
      // PostgreSQL does not run as root, not even as root of the namespace.
      ...['unshare', '--user', ...user, ...commandLine],
    ],
    fill: () => void spawnSync('sh', ['-c', 'cat /dev/zero > "$0"', file], owner),
    free: () => void spawnSync('rm', [file], owner),
  };
};
