import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Request, RequestHandler } from 'express';
import { skipProbes } from './probes.ts';

/** Returns the paths that skip a handler which never calls `next`. */
const findSkipped = (paths: readonly string[], prefix?: string): string[] => {
  const block: RequestHandler = () => undefined;
  const handler = skipProbes(block, prefix);
  return paths.filter(path => {
    let isSkipped = false;
    handler({ path } as Request, {} as never, () => {
      isSkipped = true;
    });
    return isSkipped;
  });
};

describe('health probes', () => {
  it('skip a handler that other requests pass through', () => {
    assert.deepEqual(findSkipped(['/', '/healthz', '/readyz', '/healthz/', '/v1/healthz', '/metrics']), [
      '/healthz',
      '/readyz',
    ]);
  });

  it('skip it only below the given prefix', () => {
    assert.deepEqual(findSkipped(['/healthz', '/help/healthz', '/help/readyz', '/help/v1'], '/help'), [
      '/help/healthz',
      '/help/readyz',
    ]);
  });
});
