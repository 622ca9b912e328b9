type Work = () => Promise<void>;

const works = new Set<Work>();

/** Whoever signs out waits no longer than this for what is under way, in milliseconds. */
const longestMilliseconds = 3000;

/** Has something finished before a session ends. Answers the way to have it so no more. */
export function beforeSignOut(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Finishes what is under way; what takes too long stays for the next sign-in. Never rejects. */
export async function finishWork(): Promise<void> {
  const patience = new Promise(resolve => setTimeout(resolve, longestMilliseconds));
  await Promise.race([Promise.allSettled([...works].map(work => work())), patience]);
}
