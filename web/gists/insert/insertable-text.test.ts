import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getFileLanguage } from '#contract/file-languages';
import { addLineBreaks, toInsertableText } from './insertable-text.ts';

const insert = (name: string, content: string): string =>
  toInsertableText(name, { content, language: getFileLanguage(name).language });

describe('a gist file inserted into a message', () => {
  const cases: [title: string, name: string, content: string, expected: string][] = [
    ['gets a fence with its language if it is code', 'who.sh', '# Who?\nwhoami\n', '```shell\n# Who?\nwhoami\n```'],
    ['gets a fence with its extension if the language is unknown', 'Reset.PS1', 'ls\n', '```ps1\nls\n```'],
    ['gets a fence longer than any run of backticks in the file', 'a.cpp', 'a ```` b', '`````c++\na ```` b\n`````'],
  ];
  for (const [title, name, content, expected] of cases) it(title, () => assert.equal(insert(name, content), expected));

  it('is unchanged if it is Markdown or plain text', () => {
    for (const name of ['reply.md', 'reply.txt', 'reply.markdown', 'README', 'Reply 2.0', 'Dear Mr. Li'])
      assert.equal(insert(name, '# Hi\n'), '# Hi\n', name);
  });

  it('has its fences on lines of their own', () => {
    assert.equal(addLineBreaks('```\na\n```', 'Hi', 'Bye'), '\n```\na\n```\n');
    assert.equal(addLineBreaks('```\na\n```', 'Hi\n', '\nBye'), '```\na\n```');
    assert.equal(addLineBreaks('```\na\n```', '', ''), '```\na\n```');
    assert.equal(addLineBreaks('`a`', 'Hi', 'Bye'), '`a`');
  });
});
