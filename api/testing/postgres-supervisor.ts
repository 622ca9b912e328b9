import { once } from 'node:events';
import { startCluster } from './postgres-cluster.ts';

// Runs as a separate process. Prints the server's URL, waits until standard input closes or a signal arrives, then
// cleans up.

const released = Promise.race([
  once(process.stdin.resume(), 'end'),
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => once(process, signal)),
]);

const cluster = await startCluster();
process.stdout.write(`${cluster.url}\n`);
await released;
await cluster.stop();
process.exit();
