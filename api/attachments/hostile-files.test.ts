import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forEachApi } from '../testing/api.ts';
import { createAttachmentSteps } from './testing/attachment-steps.ts';

forEachApi(api => {
  const { upload, get } = createAttachmentSteps(api);

  describe('a hostile file', () => {
    const script = '<script>alert(1)</script>';
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAAAAAAAA', 'base64');
    const describeContent = async (bytes: string | Buffer, name: string) => {
      const { url, inline } = await upload(new Blob([bytes]) as never, {
        ...{ query: `?name=${encodeURIComponent(name)}`, type: 'text/html' },
      });
      const { headers } = await get(`${url}/content`);
      return { inline, type: headers.get('content-type'), disposition: headers.get('content-disposition') ?? '' };
    };

    it('is a download, regardless of its name and its declared type', async () => {
      for (const [name, bytes] of [
        ['drawing.png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
        ['page.gif', `<!doctype html>${script}`],
        ['feed.jpg', `<?xml version="1.0"?>${script}`],
      ] as const) {
        const { disposition, ...rest } = await describeContent(bytes, name);
        assert.deepEqual(rest, { inline: false, type: 'application/octet-stream' });
        assert.match(disposition, /^attachment;/);
      }
    });

    it('has the type of a picture if it starts like a picture; a huge picture is a download', async () => {
      assert.equal((await describeContent(`GIF89a/*\x01\0${script}*/=1;`, 'page.html')).type, 'image/gif');
      const huge = await describeContent(png, 'huge.png');
      assert.deepEqual([huge.type, huge.inline, /^attachment;/.test(huge.disposition)], ['image/png', false, true]);
    });

    it('has a name without paths, control characters or direction overrides', async () => {
      for (const [name, clean] of [
        ['../../etc/passwd', '.._.._etc_passwd'],
        ['C:\\Windows\\a.exe', 'C:_Windows_a.exe'],
        ['a\r\nSet-Cookie: a=b', 'a__Set-Cookie: a=b'],
        ['a"; filename="b.html', 'a"; filename="b.html'],
        ['gpj.\u202eexe', 'gpj._exe'],
      ] as const) {
        const { disposition } = await describeContent('x', name);
        const [, quoted = '', encoded] =
          /^attachment; filename="([^"\\]+)"(?:; filename\*=UTF-8''([^;"\s]+))?$/.exec(disposition) ?? [];
        assert.equal(encoded === undefined ? quoted : decodeURIComponent(encoded), clean, disposition);
      }
    });
  });
});
