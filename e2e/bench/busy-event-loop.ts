/**
 * Keeps the event loop busy until the returned function is called. Waking a sleeping client costs the server up to a third
 * of a small response, and only slow servers would pay it.
 */
export function keepEventLoopBusy(): () => void {
  let immediate = setImmediate(iterate);
  function iterate(): void {
    immediate = setImmediate(iterate);
  }
  return () => clearImmediate(immediate);
}
