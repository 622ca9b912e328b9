import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildNewProgram, findDurationProblem, findRedirectProblem, newProgramTexts } from './program-fields.ts';

describe('the fields of a program', () => {
  it('explain the first invalid redirect URI, with its line number if there are several lines', () => {
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

describe('buildNewProgram', () => {
  it('omits typed lifetimes that the chosen kind does not have', () => {
    const lifetimes = { 'lifetimes.access_token_seconds': '5m', 'lifetimes.refresh_idle_seconds': '7d' };
    const build = (kind: string) => buildNewProgram({ ...newProgramTexts, ...lifetimes, kind });
    const access = { access_token_seconds: 300 };
    assert.deepEqual(build('public'), { kind: 'public', lifetimes: { ...access, refresh_idle_seconds: 604_800 } });
    assert.deepEqual(build('implicit'), { kind: 'implicit', lifetimes: access });
  });
});
