import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Request, RequestHandler } from 'express';
import { exceptProbes } from './probes.ts';

/** Which of these addresses pass by a step that lets nobody through. */
const pass = (paths: readonly string[], prefix?: string): string[] => {
  const never: RequestHandler = () => undefined;
  const step = exceptProbes(never, prefix);
  return paths.filter(path => {
    let isThrough = false;
    step({ path } as Request, {} as never, () => {
      isThrough = true;
    });
    return isThrough;
  });
};

describe('whoever asks how a process is', () => {
  it('passes by a step that everybody else takes', () => {
    assert.deepEqual(pass(['/', '/healthz', '/readyz', '/healthz/', '/v1/healthz', '/metrics']), [
      '/healthz',
      '/readyz',
    ]);
  });

  it('does so below a prefix, and nowhere else', () => {
    assert.deepEqual(pass(['/healthz', '/help/healthz', '/help/readyz', '/help/v1'], '/help'), [
      '/help/healthz',
      '/help/readyz',
    ]);
  });
});
