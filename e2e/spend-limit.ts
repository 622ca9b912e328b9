import type { Ask } from './fleet-agent.ts';

/** What an answer says of the limit; `reset` is in seconds from now. */
type Told = { status: number; remaining: number; reset: number; retryAfter: number | undefined };

const atOnce = 25;
/** More than it should be answered. */
const more = 50;

/**
 * Asks until one window of a person's limit has been spent and more, and gives what was answered within it: a window that
 * ends on the way is left behind. `expected` is how many requests it had left.
 */
export async function spendLimit(ask: Ask, limit: number): Promise<{ expected: number; answers: Told[] }> {
  const askOnce = async (): Promise<Told> => {
    const { status, headers } = await ask('GET', '/tickets?per_page=1');
    // A busy machine refuses what has waited too long, before it is counted.
    if (status === 503) return askOnce();
    const numberOf = (name: string) => Number(headers[name]);
    return {
      status,
      remaining: numberOf('x-rate-limit-remaining'),
      reset: numberOf('x-rate-limit-reset'),
      retryAfter: headers['retry-after'] === undefined ? undefined : numberOf('retry-after'),
    };
  };
  const first = await askOnce();
  let expected = first.remaining;
  let answers: Told[] = [];
  let left = first.reset;
  while (answers.length < expected + more) {
    const asked = await Promise.all(Array.from({ length: atOnce }, askOnce));
    const ofNextWindow = asked.filter(({ reset }) => reset > left);
    if (ofNextWindow.length > 0) [expected, answers] = [limit, ofNextWindow];
    else answers.push(...asked);
    left = Math.min(...answers.map(({ reset }) => reset));
  }
  return { expected, answers };
}
