import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleTag } from '#contract/examples';
import { ApiError } from '../../api-client/errors.ts';
import { startMerge } from './start-merge.ts';

const createError = (status: number): ApiError =>
  new ApiError({
    status,
    code: status * 100,
    message: '',
    description: null,
    errors: [],
    differences: [],
    requestId: null,
  });

describe('a merge of a tag', () => {
  const vat = { ...exampleTag, name: 'vat' };
  const tax = { ...exampleTag, name: 'tax' };
  const start = async (statuses: { vat?: number; tax?: number; merge?: number }, isConfirmed = false) => {
    let merges = 0;
    const respond = async (tag: typeof vat, status = 200) => {
      if (status !== 200) throw createError(status);
      return tag;
    };
    const result = await startMerge({
      ...{ name: 'vat', into: 'tax', isConfirmed },
      findTag: name => (name === 'vat' ? respond(vat, statuses.vat) : respond(tax, statuses.tax)),
      merge() {
        merges++;
        return respond(vat, statuses.merge);
      },
    }).catch((error: ApiError) => error.status);
    return [result, merges];
  };

  for (const [title, statuses, isConfirmed, expected] of [
    [
      'starts without a confirmation if the target does not exist',
      { tax: 404 },
      false,
      [{ state: 'started', tag: vat }, 1],
    ],
    [
      'starts without a confirmation if the target was deleted',
      { tax: 410 },
      false,
      [{ state: 'started', tag: vat }, 1],
    ],
    ['needs a confirmation if the target exists', {}, false, [{ state: 'unconfirmed' }, 0]],
    ['starts after the confirmation', {}, true, [{ state: 'started', tag: vat }, 1]],
    ['does not start if it cannot load the target', { tax: 500 }, false, [500, 0]],
    ['fails if the tag was already merged or deleted', { vat: 410 }, true, [410, 0]],
    [
      'succeeds if the merge gets 410, since an earlier request without a response may have merged the tag',
      { merge: 410 },
      true,
      [{ state: 'started', tag: null }, 1],
    ],
    ['fails with the error of the server', { merge: 409 }, true, [409, 1]],
  ] as const)
    it(title, async () => assert.deepEqual(await start(statuses, isConfirmed), expected));
});
