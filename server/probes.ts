import type { RequestHandler } from 'express';

/** Asked every few seconds by those who look after a process: whether it is alive, and whether it can answer. */
export const probes: readonly string[] = ['/healthz', '/readyz'];

/**
 * Has `step` done for all but those. To whoever asks them being busy is being well, and an answer that comes too late is
 * none: the process is taken out, or ended, when it is needed most.
 *
 * @param prefix below which they are, without a trailing slash
 */
export const exceptProbes = (step: RequestHandler, prefix = ''): RequestHandler => {
  const paths = new Set(probes.map(path => prefix + path));
  return (request, response, next) => {
    if (paths.has(request.path)) return next();
    return step(request, response, next);
  };
};
