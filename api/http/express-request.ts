import { IncomingMessage } from 'node:http';
import express, { type Express, type Request } from 'express';

/**
 * A request with Express's methods from the start. Express would change the prototype of each request, which makes each
 * later use of the request slower.
 */
export class ExpressRequest extends IncomingMessage {}

const { app: _, ...methods } = Object.getOwnPropertyDescriptors(express.request);
Object.defineProperties(ExpressRequest.prototype, methods);

/** Prepares a request as Express does before its first handler. */
export const prepareRequest = (request: IncomingMessage, app: Express): Request =>
  Object.assign(request, { app, originalUrl: request.url }) as unknown as Request;
