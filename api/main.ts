import { runOrReportError } from '#server/serve';
import { waitForShutdownSignal } from '#server/shutdown-signal';
import { explain, start } from './start.ts';

await runOrReportError(() => start(process.env, waitForShutdownSignal), explain);
