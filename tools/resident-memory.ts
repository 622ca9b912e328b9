import { readFile } from 'node:fs/promises';

/** Returns the resident memory of a process in MiB; 0 on systems that do not report it (proc(5)). */
export const measureResidentMiB = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
};
