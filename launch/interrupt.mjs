const lookEveryMilliseconds = 250;

/**
 * Settles at the first Ctrl-C, SIGTERM or closed terminal. Later ones change nothing: npm sends its own after the terminal's.
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
 * npm passes a SIGTERM on to the shell between us and ends with it; all that is left for us to see is another parent.
 * @param {() => void} onOrphaned
 */
function watchParent(onOrphaned) {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && onOrphaned();
  setInterval(look, lookEveryMilliseconds).unref();
}
