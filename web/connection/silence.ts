/** How long, in milliseconds, an answer may be awaited before one looks whether any can come. */
const patience = 10_000;

/**
 * A network may swallow requests without a word, and a browser waits for minutes. While an answer is long in coming, looks
 * again and again whether the desk can be reached; `signal` is aborted when it cannot.
 */
export function watchSilence(canReach: () => Promise<boolean>): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setInterval(async () => {
    if (!(await canReach())) controller.abort();
  }, patience);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
