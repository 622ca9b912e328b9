import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';

const queryKey = ['messages', '1'];

/** A query that somebody looks at; its readings are answered by hand, one after the other. */
function watch() {
  const client = createQueryClient();
  const readings: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      const reading = Promise.withResolvers<string>();
      readings.push(reading);
      return reading.promise;
    },
  });
  const stop = observer.subscribe(() => undefined);
  /** Resolves when the cache has what was answered. */
  const answer = async (index: number, text: string): Promise<void> => {
    readings[index]?.resolve(text);
    await new Promise(resolve => setTimeout(resolve));
  };
  return { client, readings, answer, shown: () => client.getQueryData<string>(queryKey), stop };
}

test('a first reading that a change has overtaken is done once more', async () => {
  const { client, readings, answer, shown, stop } = watch();
  void client.invalidateQueries({ queryKey });
  assert.equal(readings.length, 1);
  await answer(0, 'before');
  assert.equal(readings.length, 2);
  await answer(1, 'after');
  assert.equal(shown(), 'after');
  assert.equal(readings.length, 2);
  stop();
});

test('a later reading is begun anew by the change itself, and done no further time', async () => {
  const { client, readings, answer, shown, stop } = watch();
  await answer(0, 'first');
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  assert.equal(readings.length, 3);
  await answer(1, 'before');
  await answer(2, 'after');
  assert.equal(shown(), 'after');
  assert.equal(readings.length, 3);
  stop();
});

test('what nobody looks at any more is only marked as old', async () => {
  const { client, readings, answer, stop } = watch();
  void client.invalidateQueries({ queryKey });
  stop();
  await answer(0, 'before');
  assert.equal(readings.length, 1);
  assert.equal(client.getQueryState(queryKey)?.isInvalidated, true);
});

test('a reading that fails is not repeated', async () => {
  const { client, readings, answer, stop } = watch();
  void client.invalidateQueries({ queryKey });
  readings[0]?.reject(new Error('refused'));
  await answer(0, '');
  assert.equal(readings.length, 1);
  stop();
});
