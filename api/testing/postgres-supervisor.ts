import { once } from 'node:events';
import { createCluster } from './postgres-cluster.ts';

// Runs as a separate process. Its optional argument names the programs of another installation, in JSON. Prints the
// server's URL, waits until standard input closes or a signal arrives, then cleans up.

const released = Promise.race([
  once(process.stdin.resume(), 'end'),
  ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(signal => once(process, signal)),
]);

const [, , installed] = process.argv;
const cluster = await createCluster(installed && JSON.parse(installed));
await cluster.start();
process.stdout.write(`${cluster.url}\n`);
await released;
await cluster.remove();
process.exit();
