import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFormattable } from '#contract/is-formattable';

const maxLength = 65_535;
const fill = (piece: string): string => piece.repeat(Math.ceil(maxLength / piece.length)).slice(0, maxLength);

describe('isFormattable accepts', () => {
  const typical: Readonly<Record<string, string>> = {
    'a short mail with emphasis and quotations':
      'Hello,\n\nthe **second** charge of _November_ was ours.\n\n> On 3 November you wrote:\n> > Charged twice\n',
    'a long mail': fill('The quick brown fox jumps over the lazy dog. ').slice(0, 19_000),
    'a list of three hundred items': '* one item\n'.repeat(300),
    'a table of three hundred rows': `a|b|c|d|e\n-|-|-|-|-\n${'1|2|3|4|5\n'.repeat(300)}`,
    'lines drawn with asterisks and dashes': `${'*'.repeat(120)}\n\n${'- '.repeat(60)}\n\n${'_ '.repeat(60)}`,
    'names with underscores': 'snake_case_name '.repeat(1000),
    'a whole log in a fence': `Our log:\n\n\`\`\`text\n${fill('2026-11-20 [warn] *** retry_job_7 | a@b.example\n').slice(0, 60_000)}\n\`\`\`\n`,
    'five nested quotations': '> > > > > hello',
  };
  for (const [name, text] of Object.entries(typical)) it(name, () => assert.equal(isFormattable(text), true));
});

describe('isFormattable rejects', () => {
  const inline = ['[', '![', '[a](', '[^1]', '*', '_', '*_', '**a *b ', '|a', 'a@b.c ', 'word '];
  const blocks = ['>', '> ', 'a\n', 'a\n=\n', '- a\n'];
  const hostile: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      [...inline, ...blocks].map(piece => [`65,535 characters of ${JSON.stringify(piece)}`, fill(piece)]),
    ),
    'emphasis within emphasis': `${'*'.repeat(2000)}a${'*'.repeat(2000)}`,
    'quotations within quotations': `Hello\n\n${'>'.repeat(100)} deep`,
    'lists within lists, on one line': `${'- '.repeat(100)}a`,
    'lists within lists, on many lines': Array.from({ length: 100 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join(
      '\n',
    ),
    'emphasis after a closed fence': `\`\`\`\ncode\n\`\`\`\n${'*'.repeat(2000)}`,
    'emphasis after a fence inside an HTML comment': `<!--\n\`\`\`\n-->\n${'*'.repeat(2000)}`,
    'emphasis after a list item with an open fence': `- a\n  \`\`\`\n${'*'.repeat(2000)}`,
    'emphasis after a fence with a backtick in its language': `\`\`\`a\`\n${'*'.repeat(2000)}`,
  };
  for (const [name, text] of Object.entries(hostile)) it(name, () => assert.equal(isFormattable(text), false));
});
