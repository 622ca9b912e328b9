// Starts and stops servers in this process at the parent's request, until the parent disconnects.
import { setServers } from 'node:dns';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../environment.ts';
import { describeProcessError, runOrReportError } from '../serve.ts';
import type { WaitForShutdown } from '../shutdown-signal.ts';

/** The exports of api/start.ts and bff/start.ts. */
type ServerModule = {
  start(environment: Environment, waitForShutdown: WaitForShutdown): Promise<void>;
  explainStartError?: typeof describeProcessError;
};

/** Starts a server with an environment, or stops the running server. */
type Message = { start: Record<string, string> } | { stop: true };

const [script = ''] = process.argv.slice(2);
const serverModule: ServerModule = await import(pathToFileURL(script).href);

// No DNS server listens at this address. So tests do not depend on the DNS of this machine.
setServers(['127.0.0.1:1']);

// Each server's log adds an exit listener to flush its last lines.
process.setMaxListeners(0);

let stop = (): void => undefined;

process.on('message', async (message: Message) => {
  if ('stop' in message) return stop();
  const shutdown = Promise.withResolvers<void>();
  stop = shutdown.resolve;
  await runOrReportError(
    () => serverModule.start(message.start, () => shutdown.promise),
    serverModule.explainStartError ?? describeProcessError,
  );
  process.send?.('stopped');
});
process.on('disconnect', () => process.exit());
