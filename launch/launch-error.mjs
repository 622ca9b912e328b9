/** An error that the user can fix: shown as its message, without a stack. */
export class LaunchError extends Error {
  /** @override */
  name = 'LaunchError';
}

/**
 * Prints the message and sets exit status 1. Rethrows any other error, with its stack.
 * @param {unknown} error
 */
export function reportLaunchError(error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
