import { expect, signIn, test } from './fixtures.ts';

const most = 65_535;
const fill = (piece: string): string => piece.repeat(Math.ceil(most / piece.length)).slice(0, most);
const run = "document.title='run'";

/** What somebody who may write to the desk might write. */
const hostile: Readonly<Record<string, string>> = {
  script: `<script>${run}</script>`,
  'a handler': `<img src=x onerror="${run}"> <svg onload="${run}"><circle/></svg> <details open ontoggle="${run}">`,
  'a frame': `<iframe src="javascript:${run}"></iframe><object data="https://evil.example/a"></object><embed src="x">`,
  style: `<style>* { display: none }</style> <link rel="stylesheet" href="https://evil.example/a.css">`,
  'a form': `<form action="https://evil.example"><input autofocus onfocus="${run}"><button>Go</button></form>`,
  'the base of all links': `<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">`,
  'a javascript link': `[a](javascript:${run}) [b](JaVaScRiPt:${run}) [c](java\tscript:${run}) [d](&#106;avascript:${run}) <javascript:${run}>`,
  'a data link': `[a](data:text/html;base64,PHNjcmlwdD4=) ![b](data:image/svg+xml;base64,PHN2Zz4=) [c](vbscript:x) [d](blob:x) [e](file:///etc/passwd)`,
  'a picture': '![pixel](https://evil.example/pixel.png) ![pixel][1]\n\n[1]: https://evil.example/other.png',
  'a false address': '[https://bank.example/login](https://evil.example/login) <eve@evil.example>',
  'a footnote of another message': 'See[^1]\n\n[^1]: one',
  'the same footnote': 'See[^1]\n\n[^1]: two',
  'a table of handlers': `|a|\n|-|\n|<b onclick="${run}">x</b>|`,
  'code that is none': `\`\`\`"><script>${run}</script>\n<script>${run}</script>\n\`\`\``,
  'letters that turn round': `\u202Egnp.exe \u2066\u2067 ${'e\u0301\u0302\u0303\u0304'.repeat(200)}`,
  'emphasis without end': `${'*'.repeat(32_000)}a${'*'.repeat(32_000)}`,
  'quotations without end': fill('>'),
  'brackets without end': fill('['),
  'headings without end': fill('a\n=\n'),
  'a word without end': fill('w'),
  'tables without end': fill('a|b\n-|-\n'),
};

test('Hostile messages do nothing', async ({ page, addColleague }) => {
  const ruth = await addColleague('Ruth');
  const { id } = await ruth.create({
    subject: 'A trap',
    description: Object.values(hostile).slice(0, 10).join('\n\n'),
  });
  for (const body of Object.values(hostile)) await ruth.write(id, { body, direction: 'in' });
  await signIn(page, `/tickets/${id}`);
  const thread = page.getByRole('region', { name: 'Messages', exact: true });
  const messages = thread.getByRole('article');

  await test.step('all of them are shown, and the page answers at once', async () => {
    await expect(messages).toHaveCount(Object.keys(hostile).length + 1);
    await page.keyboard.press('r');
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused({ timeout: 1000 });
  });

  await test.step('nothing in them has run, is loaded, or can be sent', async () => {
    await expect(page).toHaveTitle('A trap · Stardesk');
    const foreign = 'script, style, link, meta, base, img, picture, video, audio, iframe, object, embed, form, input';
    await expect(thread.locator(foreign)).toHaveCount(0);
    const handlers = await thread.evaluate(element =>
      [...element.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter(name => name.startsWith('on')),
      ),
    );
    expect(handlers).toEqual([]);
  });

  await test.step('links lead where they say, to the web or to a mailbox, and apart', async () => {
    const links = await thread
      .getByRole('link')
      .evaluateAll(all =>
        all
          .filter(link => link instanceof HTMLAnchorElement)
          .map(({ protocol, target, rel, hash, host }) =>
            host === location.host && hash !== '' ? 'within' : [protocol, target, rel].join(' '),
          ),
      );
    const apart = ['https: _blank noopener noreferrer', 'mailto: _blank noopener noreferrer', 'within'];
    expect([...new Set(links)].toSorted()).toEqual(apart);
    await expect(thread.getByText('(leads to evil.example)').first()).toBeAttached();
  });

  await test.step('no id is there twice, and a footnote leads to its own', async () => {
    const ids = await page.locator('[id]').evaluateAll(all => all.map(({ id }) => id));
    expect(ids.filter((each, index) => ids.indexOf(each) !== index)).toEqual([]);
    await thread.getByRole('link', { name: 'Footnote 1' }).last().click();
    await expect(messages.filter({ hasText: 'two' }).getByRole('link', { name: 'Back to the text' })).toBeFocused();
  });
});
