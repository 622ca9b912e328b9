import { type DestinationStream, type Logger, pino } from 'pino';
import type { RequestContext } from './http/request-context.ts';

type Options = { context?: RequestContext; destination?: DestinationStream };

/**
 * Creates the log. Writes JSON lines with the request id to stdout, or to `destination`. Logs only the name, code,
 * message, stack and cause of an error, since other members of library errors may contain codes and tokens.
 */
export const createLog = (level: string, { context, destination = pino.destination(1) }: Options = {}): Logger => {
  const mixin = () => {
    const requestId = context?.id();
    return requestId === undefined ? {} : { requestId };
  };
  return pino({ level, serializers: { err: describe }, mixin }, destination);
};

const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describe(error.cause);
  return { type: error.name, code, message: error.message, stack: error.stack, cause };
};
