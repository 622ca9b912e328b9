import type { Operation } from '#contract/operation';
import type { IdempotentResult } from './idempotency.ts';
import type { OperationContext } from './route.ts';

/**
 * Adds a created secret to the response, which must not be stored anywhere. It is null for a
 * repeated Idempotency-Key, because stored responses contain no secrets.
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
