import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addLineBreaks, toInsertableText } from './insertable-text.ts';

describe('a gist file inserted into a message', () => {
  it('gets a fence with its language if it is code', () => {
    const text = toInsertableText({ content: '# Who am I?\nwhoami {name}\n', language: 'Shell' });
    assert.equal(text, '```shell\n# Who am I?\nwhoami {name}\n```');
  });

  it('gets a fence longer than any run of backticks within', () => {
    const text = toInsertableText({ content: 'a ```` b', language: 'C++' });
    assert.equal(text, '`````c++\na ```` b\n`````');
  });

  it('is unchanged if it is Markdown, plain text or of unknown language', () => {
    for (const language of ['Markdown', 'Text', null])
      assert.equal(toInsertableText({ content: '# Hi\n', language }), '# Hi\n');
  });

  it('has its fences on lines of their own', () => {
    assert.equal(addLineBreaks('```\na\n```', 'Hi', 'Bye'), '\n```\na\n```\n');
    assert.equal(addLineBreaks('```\na\n```', 'Hi\n', '\nBye'), '```\na\n```');
    assert.equal(addLineBreaks('```\na\n```', '', ''), '```\na\n```');
    assert.equal(addLineBreaks('`a`', 'Hi', 'Bye'), '`a`');
  });
});
