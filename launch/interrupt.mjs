const checkIntervalMilliseconds = 250;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. Ignores later signals: npm repeats the terminal's signal.
 * @param {{ npm_lifecycle_event?: string | undefined }} env
 * @returns {Promise<'interrupted'>}
 */
export function listenForInterrupt(env) {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve('interrupted'));
    if (env.npm_lifecycle_event) watchParent(() => resolve('interrupted'));
  });
}

/**
 * Detects that the parent process has exited. npm forwards a SIGTERM only to the shell between npm and this process;
 * the only sign is a new parent process.
 * @param {() => void} onOrphaned
 */
function watchParent(onOrphaned) {
  const parent = process.ppid;
  const check = () => process.ppid !== parent && onOrphaned();
  setInterval(check, checkIntervalMilliseconds).unref();
}
