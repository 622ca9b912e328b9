import type { Logger } from 'pino';
import { barePolicies } from '#server/browser-policies';
import type { GracefulServer } from '#server/graceful-server';
import { createHttpServer, type Patience } from '#server/http-server';
import type { ServerMetrics } from '#server/metrics';

type Choices = { patience?: Patience; metrics?: ServerMetrics };

/**
 * An HTTP server with the bff's limits. Headers may be 32 KiB: besides the session there may be sign-ins under way.
 * Two header fields where one belongs are joined, which none of those who read them takes for a value.
 */
export const createBffServer = (log: Logger, { patience, metrics }: Choices = {}): GracefulServer =>
  createHttpServer({
    maxHeaderSize: 32 * 1024,
    joinDuplicateHeaders: true,
    headers: barePolicies,
    log,
    patience,
    metrics,
  });
