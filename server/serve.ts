import { createServer, type RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { ConfigError } from './config-error.ts';
import type { ServerConfig } from './environment.ts';
import { defaultShutdownTimeouts, type GracefulServer } from './graceful-server.ts';
import { collectProcessMetrics, type ServerMetrics } from './metrics.ts';
import type { WaitForShutdown } from './shutdown-signal.ts';
import { startListening } from './start-listening.ts';

/** The assembled application, its public URL, and how to release its resources. */
type Assembled = {
  url: string;
  application: RequestListener;
  /** Stops background work when the shutdown starts. Requests may still be in progress. */
  stop?: () => Promise<void> | undefined;
  /** Ends responses that would not end by themselves. Called once no new connection is accepted. */
  endStreams: () => void;
  close: () => Promise<void>;
};

type Serving = {
  server: GracefulServer;
  config: Pick<ServerConfig, 'port' | 'host' | 'metrics' | 'shutdownDelayMilliseconds'>;
  /** Names of the variables that set the ports. */
  variables: { port: string; metricsPort: string };
  metrics: ServerMetrics;
  serveMetrics: RequestListener;
  log: Logger;
  /**
   * Handles requests until the application is ready. Without this handler, `assemble` must be synchronous, because
   * earlier requests would get no response.
   */
  startupHandler?: RequestListener;
  waitForShutdown: WaitForShutdown;
  /** Receives the port that was opened. */
  assemble: (port: number) => Assembled | Promise<Assembled>;
};

/**
 * Runs a server until it has to shut down, then closes it gracefully. It listens before it assembles the application:
 * the public URL may contain the port, and a supervisor sees that the process is alive.
 *
 * @throws ConfigError when a port or an address is unusable, and errors of `assemble`
 */
export const serve = async (serving: Serving): Promise<void> => {
  const { server, config, variables, metrics, log, startupHandler } = serving;
  // Subscribes first: after a signal during the start, the server shuts down as soon as it listens.
  const shutdown = serving.waitForShutdown(resources =>
    log.fatal({ resources }, 'shutdown timed out; open handles attached'),
  );
  const metricsServer = createServer(serving.serveMetrics);
  try {
    if (config.metrics !== null) {
      collectProcessMetrics(metrics);
      const names = { port: variables.metricsPort, host: 'METRICS_HOST' };
      log.info(
        { port: await startListening(metricsServer, { ...config.metrics, variables: names }) },
        'metrics server listening',
      );
    }
    if (startupHandler) server.on('request', startupHandler);
    const port = await startListening(server, { ...config, variables: { port: variables.port, host: 'HOST' } });
    log.debug({ port }, 'port open; starting the application');
    const { url, application, stop, endStreams, close } = await serving.assemble(port);
    if (startupHandler) server.off('request', startupHandler);
    server.on('request', application);
    log.info({ url, port }, 'listening');
    await shutdown;
    log.info('shutting down');
    const timeouts = { ...defaultShutdownTimeouts, delay: config.shutdownDelayMilliseconds };
    const [aborted] = await Promise.all([server.closeGracefully(timeouts, endStreams), stop?.()]);
    if (aborted > 0)
      log.warn({ answers: aborted }, 'shutdown aborted the requests that were unfinished after nine seconds');
    await close();
    log.info('shut down');
  } finally {
    for (const each of [server, metricsServer]) {
      each.close();
      each.closeAllConnections();
    }
  }
};

/** Describes an error for the operator: a sentence per configuration problem, or else the stack. */
export const describeProcessError = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems;
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
};

/** Runs a process; on failure prints the error and exits with code 1. */
export const runOrReportError = async (
  run: () => Promise<void>,
  describe: typeof describeProcessError = describeProcessError,
): Promise<void> => {
  try {
    await run();
  } catch (error) {
    for (const sentence of describe(error)) console.error(sentence);
    process.exitCode = 1;
  }
};
