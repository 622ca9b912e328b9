import type { CheckResult } from '#contract/mailbox-checks';
import { toLine } from '../../deliveries/smtp/outcome.ts';

/** Creates a result of a check. Its texts may come from servers, so they are limited to one line each. */
export const ok = (name: string, response: string | null): CheckResult => ({
  ...{ name: toLine(name), state: 'ok', response: response && toLine(response), advice: null },
});

export const problem = (
  state: 'failed' | 'warning' | 'skipped' | 'waiting',
  name: string,
  response: string | null,
  advice: string,
): CheckResult => ({ name: toLine(name), state, response: response && toLine(response), advice: toLine(advice) });
