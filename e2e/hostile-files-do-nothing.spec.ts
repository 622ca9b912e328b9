import { expect, openSignedIn, test } from './fixtures.ts';
import { createPng } from './pictures.ts';

const script = "document.title='script';top.document.title='script'";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><circle r="9"/></svg>`;
const htmlPage = `<!doctype html><title>Hi</title><script>${script}</script><img src="x" onerror="${script}">`;

/** A customer's files. Most run a script if a browser trusts their name, type or bytes. One picture is huge. */
const hostile: Readonly<Record<string, string | Buffer>> = {
  'drawing.svg': svg,
  'drawing.png': svg,
  'page.html': htmlPage,
  'page.gif': htmlPage,
  'feed.xml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
  'paper.pdf': `%PDF-1.7\n1 0 obj <</S/JavaScript/JS(${script})>> endobj\n%%EOF`,
  'huge.png': createHugePng(),
  'script.js': script,
};

/** Creates a picture whose header declares 100,000 × 100,000 pixels. */
function createHugePng(): Buffer {
  const png = createPng(1, 1);
  png.writeUInt32BE(100_000, 16);
  png.writeUInt32BE(100_000, 20);
  return png;
}

// The browser's error for a picture that is loaded as a script.
test.use({ expectedErrors: /^Refused to execute script from/ });

test('Hostile files download instead of running', async ({ page, addColleague }) => {
  const ruth = await addColleague('Ruth');
  const { id } = await ruth.createTicket({ subject: 'A trap' });
  const polyglot = await ruth.uploadFile(
    'polyglot.gif',
    Buffer.concat([Buffer.from('GIF89a/*'), Buffer.from(`*/=1;${script}`)]),
  );
  const files = await ruth.uploadFiles(
    Object.entries(hostile).map(([name, content]) => [name, Buffer.from(content)] as const),
  );
  const shown = files.map(file => `![${file.name}](attachment:${file.id})`).join('\n\n');
  await ruth.addMessage(id, {
    ...{ body: `Open these\n\n${shown}\n\n![b](attachment:12345)`, direction: 'in' },
    attachment_ids: files.map(file => file.id),
  });
  await openSignedIn(page, `/tickets/${id}`);
  const message = page.getByRole('article').filter({ hasText: 'Open these' });

  await test.step('the thread shows none of the files as a picture', async () => {
    await message.getByRole('button', { name: /Show all$/ }).click();
    await expect(message.getByRole('list', { name: 'Other files' }).getByRole('listitem')).toHaveCount(files.length);
    await expect(message.getByRole('img', { name: /\./ })).toHaveCount(0);
  });

  await test.step('a link to each file downloads the file', async () => {
    for (const file of files) {
      const download = page.waitForEvent('download');
      await page.evaluate(path => location.assign(path), `/files/attachments/${file.id}/${file.name}`);
      expect((await download).suggestedFilename()).toBe(file.name);
      await expect(page).toHaveTitle('A trap · Stardesk');
    }
  });

  await test.step('a file that is both a picture and a script does not run', async () => {
    const path = `/files/attachments/${polyglot.id}/polyglot.gif`;
    const loads = await page.evaluate(
      src =>
        new Promise(resolve => {
          const element = document.createElement('script');
          element.onload = () => resolve(true);
          element.onerror = () => resolve(false);
          document.head.append(Object.assign(element, { src }));
        }),
      path,
    );
    expect(loads).toBe(false);
    await expect(page).toHaveTitle('A trap · Stardesk');
  });
});
