import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * The process's log: JSON lines on stdout, or on `destination`. An error is shown by name, code, message and place only:
 * the members of library errors may carry codes and tokens.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: describe } }, destination ?? pino.destination(1));

const describe = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause === undefined ? undefined : describe(error.cause);
  return { type: error.name, code, message: error.message, stack: error.stack, cause };
};
