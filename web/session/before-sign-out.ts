type Task = () => Promise<void>;

const tasks = new Set<Task>();

/** Maximum time that a sign-out waits for its tasks. */
const timeoutMilliseconds = 3000;

/** Registers a task that runs before a sign-out. Returns a function that unregisters it. */
export function beforeSignOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Runs the tasks; slow ones continue after the next sign-in. Never rejects. */
export async function runSignOutTasks(): Promise<void> {
  const timeout = new Promise(resolve => setTimeout(resolve, timeoutMilliseconds));
  await Promise.race([Promise.allSettled([...tasks].map(task => task())), timeout]);
}
