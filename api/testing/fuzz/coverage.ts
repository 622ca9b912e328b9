import { formatTable } from '../../command-line.ts';
import type { DocumentedOperation } from './document-operations.ts';
import { createStepCounts, type StepCounts } from './step-counts.ts';

/** Counts the requests and responses of a run. */
export type Coverage = {
  count(where: string, status: number): void;
  requests(): number;
  steps: StepCounts;
  /** What this run missed. */
  findGaps(operations: readonly DocumentedOperation[]): string[];
  /** Responses by class: `2xx 1200, 4xx 900`. */
  classes(): string;
  /** A table of operations and statuses, with the documented statuses that never occurred, and a summary. */
  formatReport(operations: readonly DocumentedOperation[]): string[];
};

/** Statuses that a run cannot reach, with raised limits and a working store. */
const unreachable = [429, 500, 503];

export const createCoverage = (): Coverage => {
  const counts = new Map<string, Map<number, number>>();
  const countOf = (status: number) => [...counts.values()].reduce((sum, each) => sum + (each.get(status) ?? 0), 0);
  const statuses = () => [...new Set([...counts.values()].flatMap(each => [...each.keys()]))].sort((a, b) => a - b);
  const steps = createStepCounts();
  const succeeded = (id: string) => [...(counts.get(id)?.keys() ?? [])].some(status => status < 300);
  const findGaps = (operations: readonly DocumentedOperation[]) => [
    ...steps.findGaps(operations),
    ...operations.filter(({ id }) => !succeeded(id)).map(({ id }) => `never succeeded: ${id}`),
  ];
  const summarize = (operations: readonly DocumentedOperation[]) => {
    const missing = findGaps(operations);
    const all = `each of ${operations.length} operations was sent as viewer, agent and admin, with valid, nearly valid and wild values, and succeeded`;
    return missing.length > 0 ? missing : [all];
  };
  return {
    steps,
    findGaps,
    count(where, status) {
      const byStatus = counts.get(where) ?? new Map<number, number>();
      counts.set(where, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
    },
    requests: () => statuses().reduce((sum, status) => sum + countOf(status), 0),
    classes: () =>
      [...Map.groupBy(statuses(), status => Math.floor(status / 100))]
        .map(([first, each]) => `${first}xx ${each.reduce((sum, status) => sum + countOf(status), 0)}`)
        .join(', '),
    formatReport(operations) {
      const columns = statuses();
      const documented = new Map(operations.map(({ id, statuses: all }) => [id, all]));
      const rows = [...counts.keys()].sort().map(where => {
        const byStatus = counts.get(where);
        const missing = (documented.get(where) ?? []).filter(
          each => !byStatus?.has(each) && !unreachable.includes(each),
        );
        return [where, ...columns.map(status => String(byStatus?.get(status) ?? '')), missing.join(' ')];
      });
      const unasked = operations.filter(({ id }) => !counts.has(id)).map(({ id }) => [id, 'never sent']);
      const all = formatTable(['operation', ...columns.map(String), 'never returned'], [...rows, ...unasked]);
      return [...all, '', steps.summarize(), ...summarize(operations)];
    },
  };
};
