/** A reason to stop that is the person's to mend: shown as its one sentence, without a stack. */
export class Refusal extends Error {
  /** @override */
  name = 'Refusal';
}

/**
 * Ends the command with status 1 and the refusal's sentence; any other error is ours and keeps its stack.
 * @param {unknown} error
 */
export function reportRefusal(error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
