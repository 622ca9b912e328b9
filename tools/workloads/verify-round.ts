import type { TestDesk } from './test-desk.ts';
import type { Workload } from './workload.ts';

/**
 * Verifies all workloads, and that `desk check --files` has no findings.
 *
 * @param listFindings runs the checks
 * @returns the acknowledged writes of the round
 * @throws the first difference of each workload
 */
export const verifyRound = async (
  desk: TestDesk,
  workloads: readonly Workload[],
  listFindings: () => Promise<readonly string[]>,
): Promise<number> => {
  const results = await Promise.allSettled(workloads.map(workload => workload.verifyRound(desk)));
  const errors = results.flatMap(each => (each.status === 'rejected' ? [each.reason] : []));
  const [first, ...others] = errors;
  if (others.length > 0) throw new Error(errors.map(getMessage).join('\n'));
  if (first !== undefined) throw first;
  const findings = await listFindings();
  if (findings.length > 0) throw new Error(`desk check found:\n${findings.join('\n')}`);
  return results.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0);
};

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
