import { writeHtmlMail } from './html-mail.ts';
import { createPng } from './pictures.ts';

export const labelPng = createPng(640, 480);

/** Writes a mail with a picture in its text, a photo and a PDF. */
export const writePhotoMail = (): string =>
  writeHtmlMail(
    'The label printer blinks',
    '<p>Look at the <b>light</b>:</p><p><img src="cid:light@atelier" alt="The red light"></p><p>Thanks</p>',
    {
      related: [
        {
          ...{ type: 'image/png', name: 'light.png', content: createPng(600, 1200, [190, 60, 50]) },
          headers: ['Content-ID: <light@atelier>', 'Content-Disposition: inline; filename="light.png"'],
        },
      ],
      files: [
        {
          ...{ type: 'image/png', name: 'label.png', content: labelPng },
          headers: ['Content-Disposition: attachment; filename="label.png"'],
        },
        {
          ...{
            type: 'application/pdf',
            name: 'invoice of November for two label printers.pdf',
            content: Buffer.from('%PDF-1.7\n%%EOF\n'),
          },
          headers: ['Content-Disposition: attachment; filename="invoice of November for two label printers.pdf"'],
        },
      ],
    },
  );
