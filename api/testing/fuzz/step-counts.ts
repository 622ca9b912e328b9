import { type Role, roles } from '#contract/enums';
import { callerPeople, callers } from './callers.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { Deviation, Move, Step } from './step.ts';

/** Counts the requests of a run by operation, role and deviation, and its moves by kind. */
export type StepCounts = {
  /** @param where an operation's id, or another address */
  step(where: string, step: Pick<Step, 'as' | 'deviation'>): void;
  sequence(moves: readonly Move[]): void;
  /** What this run missed. */
  findGaps(operations: readonly DocumentedOperation[]): string[];
  /** A summary of the counts. */
  summarize(): string;
};

const deviations = ['valid', 'nearly valid', 'wild'] as const satisfies Record<Deviation, string>;

const kindOf = (move: Move): string => {
  if ('bytes' in move) return move.to === 'oauth' ? 'bytes to the authorization server' : 'bytes to operations';
  return 'concurrent' in move ? 'concurrent requests' : 'one request';
};
const kinds = ['one request', 'concurrent requests', 'bytes to operations', 'bytes to the authorization server'];

/** Returns the role of a caller whose token has all scopes; null for others. */
const getFullRole = (as: string): Role | null => {
  const { person, token, scopes } = callers[as] ?? { person: null, token: 'valid', scopes: [] };
  const { role, disabled = false } = callerPeople[person ?? ''] ?? { role: null };
  return token === 'valid' && !disabled && scopes === callers['ada']?.scopes ? role : null;
};

export const createStepCounts = (): StepCounts => {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const times = (what: string) => counts.get(what) ?? 0;
  return {
    step(where, { as, deviation }) {
      count(deviations[deviation]);
      count(`${where} ${deviations[deviation]} as ${getFullRole(as)}`);
    },
    sequence(moves) {
      count('sequences');
      if (moves.length > 1) count('sequences of several moves');
      for (const move of moves) count(kindOf(move));
    },
    findGaps: operations => [
      ...operations.flatMap(({ id }) =>
        roles.flatMap(role =>
          deviations
            .map(deviation => `${id} ${deviation} as ${role}`)
            .filter(what => times(what) === 0)
            .map(what => `never sent: ${what}`),
        ),
      ),
      ...[...kinds, 'sequences of several moves'].filter(what => times(what) === 0).map(what => `never used: ${what}`),
    ],
    summarize: () => [...deviations, ...kinds.slice(1), 'sequences'].map(what => `${what} ${times(what)}`).join(', '),
  };
};
