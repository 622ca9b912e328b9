import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const valid = /^[A-Za-z0-9._-]{8,64}$/;

/** Returns the id of a request for all logs. It is the client's X-Request-Id if valid, otherwise a new id. */
export const getRequestId = ({ headers }: IncomingMessage): string => {
  const sentId = headers['x-request-id'];
  return typeof sentId === 'string' && valid.test(sentId) ? sentId : randomUUID();
};
