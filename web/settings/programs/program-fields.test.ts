import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDurationProblem, findRedirectProblem } from './program-fields.ts';

describe('the fields of a program', () => {
  it('explain the first invalid redirect URI, with its line if there are several', () => {
    assert.equal(findRedirectProblem('https://a.example/\n\n http://127.0.0.1:7000/back \n'), null);
    assert.match(findRedirectProblem('http://a.example/') ?? '', /^must be https/);
    assert.match(findRedirectProblem('https://a.example/\nback') ?? '', /^\(line 2\) must be an absolute URL/);
  });

  it('explain an invalid duration and its range', () => {
    const find = (text: string) => findDurationProblem(text, { min: 60, max: 86_400 });
    assert.deepEqual([find(' 10m '), find('59s'), find('25h')], [null, 'is less than 1m', 'is more than 1d']);
    assert.match(find('ten minutes') ?? '', /^is not a duration such as/);
  });
});
