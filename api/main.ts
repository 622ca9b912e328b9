import { runOrReportError } from '#server/serve';
import { waitForShutdownSignal } from '#server/shutdown-signal';
import { explainStartError, start } from './start.ts';

await runOrReportError(() => start(process.env, waitForShutdownSignal), explainStartError);
