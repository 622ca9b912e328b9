import type { Attachment } from 'postal-mime';
import { isInlinePicture } from '../../database/is-inline-picture.ts';
import type { FileContent } from './mail-files.ts';

/** Returns a placeholder as long as an id of 11 digits. The id that replaces it must not make the body longer. */
const getPlaceholder = (index: number): string => `part-${String(index).padStart(6, '0')}`;

const placeholder = /\]\(attachment:part-(\d{6})\)/g;

/** The addresses of pictures in a body, by Content-ID without brackets. */
export type Pictures = ReadonlyMap<string, string>;

/** Finds the files that a body may show as pictures, and their addresses. */
export const listPictures = (parts: readonly Attachment[], files: readonly FileContent[]): Pictures =>
  new Map(
    parts.flatMap(({ contentId }, index) => {
      const detected = files[index]?.file.detected;
      if (contentId === undefined || detected === undefined || !isInlinePicture(detected)) return [];
      return [[contentId.replace(/^<|>$/g, ''), `attachment:${getPlaceholder(index)}`]];
    }),
  );

/** Finds the address of the picture to which an element refers (RFC 2392). Undefined if the mail does not carry it. */
export const findPicture = (source: string, pictures: Pictures): string | undefined => {
  const [, id = ''] = /^cid:(.+)$/i.exec(source) ?? [];
  return pictures.get(id) ?? pictures.get(decodePercent(id));
};

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Replaces the placeholders of a body's pictures with the ids of the stored files. */
export const replacePlaceholders = (body: string, ids: readonly string[]): string =>
  body.replaceAll(placeholder, (whole, index: string) => {
    const id = ids[Number(index)];
    return id === undefined ? whole : `](attachment:${id})`;
  });
