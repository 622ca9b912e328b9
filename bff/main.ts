import { runOrReportError } from '#server/serve';
import { waitForShutdownSignal } from '#server/shutdown-signal';
import { startBffServer } from './start.ts';

await runOrReportError(() => startBffServer(process.env, waitForShutdownSignal));
