import type { AttachedFile } from '../database/attachments.ts';
import { isInlinePicture } from '../database/is-inline-picture.ts';
import type { Files } from '../files/files.ts';
import type { OutgoingFile } from './compose/compose-mail.ts';

/** Describes a stored file as part of an outgoing mail. */
export const toOutgoingFile =
  (files: Pick<Files, 'get'>) =>
  (file: AttachedFile): OutgoingFile => ({
    ...{ id: file.id, name: file.name, type: file.declared_type ?? file.type, isPicture: isInlinePicture(file) },
    read: async () => (await files.get(file.sha256)).chunks,
  });
