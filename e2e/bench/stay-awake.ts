/**
 * Keeps the event loop turning until the function it returns is called. To wake a sleeper is work of whoever sends to it,
 * up to a third of a small answer, and a fast server, which keeps the load maker busy, never has to.
 */
export function stayAwake(): () => void {
  let turning = setImmediate(turn);
  function turn(): void {
    turning = setImmediate(turn);
  }
  return () => clearImmediate(turning);
}
