import { setValidators, toVersioned } from './conditional.ts';
import type { IdempotentResult } from './idempotency.ts';
import type { OutputOptions } from './json-response.ts';
import type { OperationContext } from './route.ts';
import { sendItem } from './serve-item.ts';

/** Sends the 201 of a POST, or its replay: Location, ETag and the representation. */
export const sendCreated = (
  context: OperationContext,
  { representation, isReplay }: IdempotentResult,
  outputOptions: OutputOptions,
): Promise<void> => {
  const { response } = context;
  if (isReplay) response.setHeader('Idempotency-Replayed', 'true');
  response.statusCode = 201;
  response.setHeader('Location', String(representation['url']));
  setValidators(context, toVersioned(representation));
  return sendItem(context, representation, outputOptions);
};
