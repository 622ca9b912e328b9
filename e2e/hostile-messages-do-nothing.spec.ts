import { expect, openSignedIn, test } from './fixtures.ts';

const maximumLength = 65_535;
const fill = (piece: string): string => piece.repeat(Math.ceil(maximumLength / piece.length)).slice(0, maximumLength);
const script = "document.title='script'";

/** Hostile messages that a customer might write. */
const hostile: Readonly<Record<string, string>> = {
  'a script': `<script>${script}</script>`,
  'a handler': `<img src=x onerror="${script}"> <svg onload="${script}"><circle/></svg> <details open ontoggle="${script}">`,
  'a frame': `<iframe src="javascript:${script}"></iframe><object data="https://evil.example/a"></object><embed src="x">`,
  'a style': `<style>* { display: none }</style> <link rel="stylesheet" href="https://evil.example/a.css">`,
  'a form': `<form action="https://evil.example"><input autofocus onfocus="${script}"><button>Go</button></form>`,
  'a base URL': `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">`,
  'a javascript link': `[a](javascript:${script}) [b](JaVaScRiPt:${script}) [c](java\tscript:${script}) [d](&#106;avascript:${script}) <javascript:${script}>`,
  'a data link': `[a](data:text/html;base64,PHNjcmlwdD4=) ![b](data:image/svg+xml;base64,PHN2Zz4=) [c](vbscript:x) [d](blob:x) [e](file:///etc/passwd)`,
  'a picture': '![pixel](https://evil.example/pixel.png) ![pixel][1]\n\n[1]: https://evil.example/other.png',
  'a misleading link text': '[https://bank.example/login](https://evil.example/login) <eve@evil.example>',
  'a footnote of a different message': 'See[^1]\n\n[^1]: one',
  'the same footnote': 'See[^1]\n\n[^1]: two',
  'a table of handlers': `|a|\n|-|\n|<b onclick="${script}">x</b>|`,
  'a fake code block': `\`\`\`"><script>${script}</script>\n<script>${script}</script>\n\`\`\``,
  'text direction and combining characters': `\u202Egnp.exe \u2066\u2067 ${'e\u0301\u0302\u0303\u0304'.repeat(200)}`,
  'endless emphasis': `${'*'.repeat(32_000)}a${'*'.repeat(32_000)}`,
  'endless quotations': fill('>'),
  'endless brackets': fill('['),
  'endless headings': fill('a\n=\n'),
  'an endless word': fill('w'),
  'endless tables': fill('a|b\n-|-\n'),
};

test('Hostile messages do nothing', async ({ page, addColleague }) => {
  const ruth = await addColleague('Ruth');
  const { id } = await ruth.createTicket({
    subject: 'A trap',
    description: Object.values(hostile).slice(0, 10).join('\n\n'),
  });
  for (const body of Object.values(hostile)) await ruth.addMessage(id, { body, direction: 'in' });
  await openSignedIn(page, `/tickets/${id}`);
  const thread = page.getByRole('region', { name: 'Messages', exact: true });
  const messages = thread.getByRole('article');

  await test.step('shows all messages, and the page responds', async () => {
    await expect(messages).toHaveCount(Object.keys(hostile).length + 1);
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  });

  await test.step('runs, loads and submits nothing', async () => {
    await expect(page).toHaveTitle('A trap · Stardesk');
    const forbidden = 'script, style, link, meta, base, img, picture, video, audio, iframe, object, embed, form, input';
    await expect(thread.locator(forbidden)).toHaveCount(0);
    const handlers = await thread.evaluate(element =>
      [...element.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter(name => name.startsWith('on')),
      ),
    );
    expect(handlers).toEqual([]);
  });

  await test.step('has links within the page, or to the web or an email address in a new window; misleading links show their host', async () => {
    const links = await thread
      .getByRole('link')
      .evaluateAll(all =>
        all
          .filter(link => link instanceof HTMLAnchorElement)
          .map(({ protocol, target, rel, hash, host }) =>
            host === location.host && hash !== '' ? 'within' : [protocol, target, rel].join(' '),
          ),
      );
    const safeLinks = ['https: _blank noopener noreferrer', 'mailto: _blank noopener noreferrer', 'within'];
    expect([...new Set(links)].toSorted()).toEqual(safeLinks);
    await expect(thread.getByText('(leads to evil.example)').first()).toBeAttached();
  });

  await test.step('has unique ids, and footnotes link within their message', async () => {
    const ids = await page.locator('[id]').evaluateAll(all => all.map(({ id }) => id));
    expect(ids.filter((each, index) => ids.indexOf(each) !== index)).toEqual([]);
    await thread.getByRole('link', { name: 'Footnote 1' }).last().click();
    await expect(messages.filter({ hasText: 'two' }).getByRole('link', { name: 'Back to the text' })).toBeFocused();
  });
});
