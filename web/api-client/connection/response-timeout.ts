/** Interval of connection probes during a request. */
const probeIntervalMilliseconds = 10_000;

/**
 * Probes the connection during a slow request, and aborts `signal` if the desk is unreachable. Browsers would wait for
 * minutes on a network that drops packets.
 */
export function startResponseTimeout(isReachable: () => Promise<boolean>): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const timer = setInterval(async () => {
    if (!(await isReachable())) controller.abort();
  }, probeIntervalMilliseconds);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
