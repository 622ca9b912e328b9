import { fileURLToPath } from 'node:url';
import { type RequestHandler, static as serveStatic } from 'express';

/** The files the pages use: a stylesheet and the mark. */
export const assets: RequestHandler = serveStatic(fileURLToPath(new URL('assets/', import.meta.url)), {
  index: false,
  redirect: false,
  maxAge: '1h',
});
