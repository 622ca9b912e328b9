import { runOrReportError } from '#server/serve';
import { waitForShutdownSignal } from '#server/shutdown-signal';
import { start } from './start.ts';

await runOrReportError(() => start(process.env, waitForShutdownSignal));
