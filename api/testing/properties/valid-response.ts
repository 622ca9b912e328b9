import assert from 'node:assert/strict';
import type { RawResponse } from '../raw-exchange.ts';

const memberNames = (value: unknown): string =>
  Object.keys(value ?? {})
    .sort()
    .join();

/** Asserts a status from 200 to 499. An error must be UTF-8 JSON with exactly the standard members. */
export const expectValidResponse = ({ status, headers, body }: RawResponse, request: string): void => {
  const context = `${JSON.stringify(request.slice(0, 2000))} → ${status} ${body.toString().slice(0, 500)}`;
  assert.ok(status >= 200 && status < 500, context);
  if (status < 400 || request.startsWith('HEAD ')) return;
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', context);
  const error: Record<string, unknown> = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  assert.equal(Math.floor(Number(error['code']) / 100), status, context);
  assert.equal(typeof error['message'], 'string', context);
  const { errors, differences, description } = error;
  if (errors !== undefined) expectEntries(errors, 'code,field,message', context);
  else assert.equal(typeof description, 'string', context);
  if (differences !== undefined) expectEntries(differences, 'current,field,yours', context);
  const general = differences === undefined ? 'code,description,message' : 'code,description,differences,message';
  assert.equal(memberNames(error), errors === undefined ? general : 'code,errors,message', context);
};

const expectEntries = (entries: unknown, names: string, context: string): void => {
  assert.ok(Array.isArray(entries) && entries.every(entry => memberNames(entry) === names), context);
};
