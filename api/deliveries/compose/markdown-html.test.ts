import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toMailHtml } from './markdown-html.ts';

describe('the HTML of a mail', () => {
  const cases: [title: string, markdown: string, html: RegExp | string][] = [
    [
      'formats emphasis and lists',
      'Hello **you**\n\n- a\n- b',
      '<p>Hello <strong>you</strong></p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    ],
    ['keeps line breaks of the author', 'Best\nMara  \nStardesk', '<p>Best<br>Mara<br>Stardesk</p>'],
    ['keeps line breaks between emphasis', '**a**\n**b**', '<p><strong>a</strong><br><strong>b</strong></p>'],
    [
      'shows raw HTML as text',
      'Use <stdin> & <script>x</script>',
      '<p>Use &#x3C;stdin> &#x26; &#x3C;script>x&#x3C;/script></p>',
    ],
    ['shows a block of raw HTML as text', '<img src=x onerror=y>', '<p>&#x3C;img src=x onerror=y></p>'],
    ['links bare addresses', 'See https://a.example', '<p>See <a href="https://a.example">https://a.example</a></p>'],
    [
      'drops links that run code',
      '[here](javascript:x) [there](data:text/html,x)',
      '<p><span>here</span> <span>there</span></p>',
    ],
    [
      'links pictures instead of loading them',
      '![a cat](https://a.example/cat.png)',
      '<p><a href="https://a.example/cat.png">a cat</a></p>',
    ],
    [
      'keeps code as typed',
      '```ts\na\n\n<b>\n```',
      /<pre style="[^"]+"><code style="[^"]+">a\n\n&#x3C;b>\n<\/code><\/pre>/,
    ],
    [
      'styles quotes inline',
      '> earlier\n> words',
      /^<blockquote style="[^"]+">\n<p>earlier<br>words<\/p>\n<\/blockquote>$/,
    ],
    ['shows tasks as text', '- [x] done\n- [ ] open', /☑ done[\s\S]*☐ open/],
    ['keeps the first number of a list', '3. c\n4. d', /^<ol start="3">/],
  ];
  for (const [title, markdown, expected] of cases) {
    it(title, () => {
      const html = toMailHtml(markdown);
      if (typeof expected === 'string') assert.equal(html, expected);
      else assert.match(html, expected);
    });
  }

  it('has no class, id or script from the text', () => {
    const html = toMailHtml('# a\n\nb[^1]\n\n[^1]: c\n\n|x|\n|-|\n|y|\n\n<div class="z" id="y" onclick="x">');
    assert.doesNotMatch(html.replaceAll(/&[^;]+;[^<]*/g, ''), / (?:class|id|on\w+|data-\w+)=/);
  });

  it('falls back to plain text if formatting is too expensive', () => {
    const html = toMailHtml(`${'*'.repeat(65_000)}<b>`);
    assert.match(html, /^<div style="white-space:pre-wrap">\*+&#60;b&#62;<\/div>$/);
  });
});
