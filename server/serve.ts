import { createServer, type RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { ConfigError } from './config-error.ts';
import type { ServerConfig } from './environment.ts';
import { type GracefulServer, usualFarewell } from './graceful-server.ts';
import { listen } from './listen.ts';
import { measureProcess, type ServerMetrics } from './metrics.ts';
import type { ToldToEnd } from './told-to-end.ts';

/** What a server answers with once it can, where browsers and programs reach it, and how it lets go of what it holds. */
type Assembled = { url: string; application: RequestListener; close: () => Promise<void> };

type Serving = {
  server: GracefulServer;
  config: Pick<ServerConfig, 'port' | 'host' | 'metrics' | 'shutdownDelay'>;
  /** The variables that say where to listen. */
  variables: { port: string; metricsPort: string };
  metrics: ServerMetrics;
  /** Answers on the port for metrics. */
  serveMetrics: RequestListener;
  log: Logger;
  /** Answers until the application stands; without it whoever comes waits. */
  meanwhile?: RequestListener;
  toldToEnd: ToldToEnd;
  /** Is told the port it got. */
  assemble: (port: number) => Assembled | Promise<Assembled>;
};

/**
 * Listens, assembles the application, and answers until it is told to end; then gracefully ends. Listening comes
 * first: the address may hold the port, and whoever looks after this process sees that it is alive.
 *
 * @throws ConfigError with what to do about a port or an address that cannot be used, and whatever `assemble` throws
 */
export const serve = async (serving: Serving): Promise<void> => {
  const { server, config, variables, metrics, log, meanwhile } = serving;
  // Heard from the first moment on: a signal during the start ends it right after.
  const told = serving.toldToEnd(resources =>
    log.fatal({ resources }, 'ended after ten seconds although something hangs: what it holds is named'),
  );
  const metricsServer = createServer(serving.serveMetrics);
  try {
    if (meanwhile) server.on('request', meanwhile);
    const port = await listen(server, { ...config, variables: { port: variables.port, host: 'HOST' } });
    log.debug({ port }, 'the port is open, the application is not ready yet');
    if (config.metrics !== null) {
      measureProcess(metrics);
      const names = { port: variables.metricsPort, host: 'METRICS_HOST' };
      log.info({ port: await listen(metricsServer, { ...config.metrics, variables: names }) }, 'listening for metrics');
    }
    const { url, application, close } = await serving.assemble(port);
    if (meanwhile) server.off('request', meanwhile);
    server.on('request', application);
    log.info({ url, port }, 'listening');
    await told;
    log.info('closing');
    const cut = await server.endGracefully({ ...usualFarewell, notice: config.shutdownDelay });
    if (cut > 0) log.warn({ answers: cut }, 'what was not answered after nine seconds was cut');
    await close();
    log.info('closed');
  } finally {
    for (const each of [server, metricsServer]) {
      each.close();
      each.closeAllConnections();
    }
  }
};

/** What whoever starts a server can act on, in a sentence each. */
export const explain = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems;
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
};

/** Runs a process; where it fails, `say` tells why on standard error, and the exit code is 1. */
export const runOrSayWhy = async (run: () => Promise<void>, say: typeof explain = explain): Promise<void> => {
  try {
    await run();
  } catch (error) {
    for (const sentence of say(error)) console.error(sentence);
    process.exitCode = 1;
  }
};
