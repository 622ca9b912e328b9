import { readFile } from 'node:fs/promises';

/** Returns the resident memory of a process in MiB. It is 0 where the system does not report it. */
export const measureResidentMiB = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
};
