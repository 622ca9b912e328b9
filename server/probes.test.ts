import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Request } from 'express';
import { skipProbes } from './probes.ts';

it('health probes below the prefix, and no other requests, skip a handler', () => {
  const findSkipped = (paths: string[], prefix?: string) =>
    paths.filter(path => {
      let isSkipped = false;
      const next = () => {
        isSkipped = true;
      };
      skipProbes(() => undefined, prefix)({ path } as Request, {} as never, next);
      return isSkipped;
    });
  const probes = ['/healthz', '/readyz'];
  assert.deepEqual(findSkipped(['/', ...probes, '/healthz/', '/v1/healthz', '/metrics']), probes);
  assert.deepEqual(findSkipped([...probes, '/help/readyz', '/help/v1'], '/help'), ['/help/readyz']);
});
