import { type Role, roles } from '#contract/vocabulary';
import { callers, people } from './callers.ts';
import type { DocumentedOperation } from './document-operations.ts';
import type { Move, Oddness, Step } from './step.ts';

/** What a run has tried: each operation as whom and how oddly, and which kinds of moves. */
export type Tried = {
  /** @param where an operation's id, or whatever else was asked */
  step(where: string, step: Pick<Step, 'as' | 'oddness'>): void;
  sequence(moves: readonly Move[]): void;
  /** What any run has to try, and this one has not. */
  gaps(operations: readonly DocumentedOperation[]): string[];
  /** How often what was tried, in a sentence. */
  told(): string;
};

const oddnesses = ['valid', 'nearly valid', 'wild'] as const satisfies Record<Oddness, string>;

const kindOf = (move: Move): string => {
  if ('bytes' in move) return move.to === 'oauth' ? 'bytes to the authorization server' : 'bytes to operations';
  return 'together' in move ? 'several at once' : 'one request';
};
const kinds = ['one request', 'several at once', 'bytes to operations', 'bytes to the authorization server'];

/** The role of a caller whose token is good for all that it allows; null for anybody else. */
const roleOf = (as: string): Role | null => {
  const { person, token, scopes } = callers[as] ?? { person: null, token: 'good', scopes: [] };
  const { role, disabled = false } = people[person ?? ''] ?? { role: null };
  return token === 'good' && !disabled && scopes === callers['ada']?.scopes ? role : null;
};

export const createTried = (): Tried => {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const times = (what: string) => counts.get(what) ?? 0;
  return {
    step(where, { as, oddness }) {
      count(oddnesses[oddness]);
      count(`${where} ${oddnesses[oddness]} as ${roleOf(as)}`);
    },
    sequence(moves) {
      count('sequences');
      if (moves.length > 1) count('sequences of several moves');
      for (const move of moves) count(kindOf(move));
    },
    gaps: operations => [
      ...operations.flatMap(({ id }) =>
        roles.flatMap(role =>
          oddnesses
            .map(oddness => `${id} ${oddness} as ${role}`)
            .filter(what => times(what) === 0)
            .map(what => `never asked: ${what}`),
        ),
      ),
      ...[...kinds, 'sequences of several moves'].filter(what => times(what) === 0).map(what => `never tried: ${what}`),
    ],
    told: () => [...oddnesses, ...kinds.slice(1), 'sequences'].map(what => `${what} ${times(what)}`).join(', '),
  };
};
