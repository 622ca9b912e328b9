import type { CheckResult } from '#contract/mailbox-checks';
import { toLine } from '../../deliveries/smtp/outcome.ts';

/** Creates the result of a passed check. Its texts may come from servers, so each is cut to one line. */
export const ok = (name: string, response: string | null): CheckResult => ({
  name: toLine(name),
  state: 'ok',
  response: response && toLine(response),
  advice: null,
});

/** Creates any other result of a check, with advice for people. */
export const problem = (
  state: 'failed' | 'warning' | 'skipped' | 'waiting',
  name: string,
  response: string | null,
  advice: string,
): CheckResult => ({ name: toLine(name), state, response: response && toLine(response), advice: toLine(advice) });
