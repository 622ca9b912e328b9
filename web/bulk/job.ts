/** Something that is being done to many tickets, one after the other. */
export type Job = {
  /** What: `Closing`. */
  doing: string;
  total: number;
  /** How many are through, one way or the other. */
  ended: number;
  /** Begins no more of them; null once that was asked for. */
  cancel: (() => void) | null;
};

let current: Job | null = null;
const changes = new EventTarget();

/** What is being done now; null at rest. */
export const readJob = (): Job | null => current;

/** Calls `listener` when it goes on, begins or ends. Answers the way to stop. */
export function onJobChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Tells what is being done now. */
export function showJob(job: Job | null): void {
  current = job;
  changes.dispatchEvent(new Event('change'));
}
