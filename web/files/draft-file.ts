import type { MessageFile } from '#contract';
import { isRecord } from '../storage/is-record.ts';

/** A file of an unsent message. Its bytes are in the byte storage until it is uploaded. */
export type DraftFile = {
  /** Identifies the file in this browser, and all attempts to upload it (Idempotency-Key). */
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  /** The media type that the browser knows; may be empty. */
  type: string;
  /** Id of the file to copy, such as a forwarded file. Its bytes are only on the desk. Null for an attached file. */
  copyOf: string | null;
  /** Null until the file is uploaded. */
  attachmentId: string | null;
};

const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Returns whether the bff lets browsers show files of this media type. */
export const isPictureType = (type: string): boolean => pictureTypes.includes(type);

/** Parses the files of a stored draft; drops invalid files and the files of gists. */
export function parseDraftFiles(stored: unknown): readonly DraftFile[] {
  if (!Array.isArray(stored)) return noFiles;
  return stored.filter(isRecord).flatMap(({ key, name, size, type, copyOf, attachmentId }) =>
    typeof key === 'string' && typeof name === 'string' && typeof size === 'number' && attachmentId !== undefined
      ? [
          {
            ...{ key, name, size },
            type: typeof type === 'string' ? type : '',
            copyOf: typeof copyOf === 'string' ? copyOf : null,
            attachmentId: typeof attachmentId === 'string' ? attachmentId : null,
          },
        ]
      : [],
  );
}

export const noFiles: readonly DraftFile[] = [];

export const isUploaded = ({ attachmentId }: DraftFile): boolean => attachmentId !== null;

export const countPending = (files: readonly DraftFile[]): number => files.filter(file => !isUploaded(file)).length;

/** Joins the files of two drafts without repetition. */
export const mergeFiles = (first: readonly DraftFile[], second: readonly DraftFile[]): readonly DraftFile[] => [
  ...first,
  ...second.filter(({ key }) => !first.some(file => file.key === key)),
];

const shortKeyCharacters = 8;

/** The address of a picture in the text of a draft. It stays the same when the picture is uploaded. */
const getDraftAddress = ({ key }: DraftFile): string => `attachment:new-${key.slice(0, shortKeyCharacters)}`;

const markupCharacters = /[[\]\\\s]+/g;

/** Returns the Markdown that shows a picture in the text of a draft. */
export const formatPicture = (file: DraftFile): string =>
  `![${file.name.replace(markupCharacters, ' ').trim()}](${getDraftAddress(file)})`;

/** Creates draft files that copy the files of a message. `uploads.ts` copies them instead of uploading bytes. */
export const copyFiles = (files: readonly Pick<MessageFile, 'id' | 'name' | 'size' | 'type'>[]): DraftFile[] =>
  files.map(({ id, name, size, type }) => ({
    ...{ key: crypto.randomUUID(), name, size, type },
    ...{ copyOf: id, attachmentId: null },
  }));

/** Replaces the pictures in a message's text with their copies. */
export const copyPictures = (text: string, copies: readonly DraftFile[]): string =>
  text.replace(/(!\[[^\]]*\])\(attachment:(\w+)\)/g, (picture, alt: string, id: string) => {
    const copy = copies.find(({ copyOf }) => copyOf === id);
    return copy ? `${alt}(${getDraftAddress(copy)})` : picture;
  });

const draftPicture = /!\[([^\]]*)\]\((attachment:new-[0-9a-f]{8})\)/g;

/**
 * Replaces the pictures in a draft's text with the uploaded files. A picture whose file is missing or not uploaded
 * becomes its alt text.
 */
export const resolvePictures = (text: string, files: readonly DraftFile[]): string =>
  text.replace(draftPicture, (_picture, alt: string, address: string) => {
    const file = files.find(each => getDraftAddress(each) === address);
    return file?.attachmentId ? `![${alt}](attachment:${file.attachmentId})` : alt;
  });

/** Removes the pictures of a file from a draft's text. */
export const removePicture = (text: string, file: DraftFile): string =>
  text.replace(draftPicture, (picture, _alt, address: string) => (address === getDraftAddress(file) ? '' : picture));
