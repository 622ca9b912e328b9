import type { Operation } from '#contract/operation';
import type { IdempotentResult } from './idempotency.ts';
import type { OperationContext } from './route.ts';

/**
 * Adds a new secret to a response, and forbids caches from storing the response. A replay gets null: the responses that
 * are stored for an Idempotency-Key contain no secrets.
 */
export const addSecret = (
  { issuesSecret }: Operation,
  { response }: Pick<OperationContext, 'response'>,
  { representation, isReplay }: IdempotentResult,
  secret: string | null,
): IdempotentResult => {
  if (issuesSecret === undefined) return { representation, isReplay };
  response.setHeader('Cache-Control', 'no-store');
  return { representation: { ...representation, [issuesSecret]: isReplay ? null : secret }, isReplay };
};
