import { table } from '../../command-line.ts';
import type { DocumentedOperation } from './document-operations.ts';
import { createTried, type Tried } from './tried.ts';

/** What was asked and answered so far. */
export type Coverage = {
  count(where: string, status: number): void;
  requests(): number;
  tried: Tried;
  /** What any run asks and hears, and this one has not. */
  gaps(operations: readonly DocumentedOperation[]): string[];
  /** How often each class of status was answered: `2xx 1200, 4xx 900`. */
  classes(): string;
  /** Each operation with how often each status was answered, and the documented ones that never were; and what was tried. */
  told(operations: readonly DocumentedOperation[]): string[];
};

/** What no run reaches: limits are raised for it, the store is well, and nothing may be an error of ours. */
const unreachable = [429, 500, 503];

export const createCoverage = (): Coverage => {
  const counts = new Map<string, Map<number, number>>();
  const countOf = (status: number) => [...counts.values()].reduce((sum, each) => sum + (each.get(status) ?? 0), 0);
  const statuses = () => [...new Set([...counts.values()].flatMap(each => [...each.keys()]))].sort((a, b) => a - b);
  const tried = createTried();
  const succeeded = (id: string) => [...(counts.get(id)?.keys() ?? [])].some(status => status < 300);
  const gaps = (operations: readonly DocumentedOperation[]) => [
    ...tried.gaps(operations),
    ...operations.filter(({ id }) => !succeeded(id)).map(({ id }) => `never answered with success: ${id}`),
  ];
  const verdict = (operations: readonly DocumentedOperation[]) => {
    const missing = gaps(operations);
    const all = `each of ${operations.length} operations was asked as viewer, agent and admin, with valid, nearly valid and wild values, and answered with success`;
    return missing.length > 0 ? missing : [all];
  };
  return {
    tried,
    gaps,
    count(where, status) {
      const here = counts.get(where) ?? new Map<number, number>();
      counts.set(where, here.set(status, (here.get(status) ?? 0) + 1));
    },
    requests: () => statuses().reduce((sum, status) => sum + countOf(status), 0),
    classes: () =>
      [...Map.groupBy(statuses(), status => Math.floor(status / 100))]
        .map(([first, each]) => `${first}xx ${each.reduce((sum, status) => sum + countOf(status), 0)}`)
        .join(', '),
    told(operations) {
      const columns = statuses();
      const documented = new Map(operations.map(({ id, statuses: all }) => [id, all]));
      const rows = [...counts.keys()].sort().map(where => {
        const here = counts.get(where);
        const missing = (documented.get(where) ?? []).filter(each => !here?.has(each) && !unreachable.includes(each));
        return [where, ...columns.map(status => String(here?.get(status) ?? '')), missing.join(' ')];
      });
      const unasked = operations.filter(({ id }) => !counts.has(id)).map(({ id }) => [id, 'never asked']);
      const all = table(['operation', ...columns.map(String), 'never answered'], [...rows, ...unasked]);
      return [...all, '', tried.told(), ...verdict(operations)];
    },
  };
};
