import type { CheckResult } from '#contract/mailbox-checks';

/** Creates one line of a check. */
export const ok = (name: string, response: string | null): CheckResult => ({
  ...{ name, state: 'ok', response, advice: null },
});

export const problem = (
  state: 'failed' | 'warning' | 'skipped' | 'waiting',
  name: string,
  response: string | null,
  advice: string,
): CheckResult => ({ name, state, response, advice });
