import type { AttachmentRow } from '../database/attachments.ts';
import { isMarkedDeleted } from '../database/tombstones.ts';
import type { Files } from '../files/files.ts';
import type { Principal } from '../http/principal.ts';
import type { Resource } from '../http/route.ts';
import { getAttachmentCacheKey, toAttachment } from './representation.ts';
import type { AttachmentStore } from './store.ts';

export type AttachmentDependencies = { attachments: AttachmentStore; files: Files; apiPublicUrl: string };

/** Describes files to the request pipeline. */
export const attachmentResource = ({
  attachments,
  apiPublicUrl,
}: Pick<AttachmentDependencies, 'attachments' | 'apiPublicUrl'>): Resource<AttachmentRow, Record<string, never>> => ({
  name: 'attachment',
  parameter: 'attachment_id',
  async find(queries, { attachment_id = '' }, caller) {
    const row = await attachments.find(queries, attachment_id);
    return row !== null && isVisible(row, caller) ? row : null;
  },
  isDeleted: (queries, { attachment_id = '' }) => isMarkedDeleted(queries, 'attachment', attachment_id),
  toDraft: () => ({}),
  toRepresentation: toAttachment(apiPublicUrl),
  getCacheKey: getAttachmentCacheKey,
});

/**
 * Returns whether the caller may see a file. Everyone sees a file on a message. Only the uploader sees an unattached
 * file.
 */
export const isVisible = ({ message_id, uploader_id }: AttachmentRow, { person }: Principal): boolean =>
  message_id !== null || uploader_id === person.id;
