import type { Attachment } from '#contract';
import { attachmentTypes, scanStates } from '#contract/enums';
import type { AttachmentRow } from '../database/attachments.ts';
import { decodeEnum, isoTime } from '../database/column-encoding.ts';
import { isInlinePicture } from '../database/is-inline-picture.ts';

export type { AttachmentRow };

/** Converts a stored file to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toAttachment =
  (baseUrl: string) =>
  (row: AttachmentRow): Attachment => ({
    id: row.id,
    url: toUrl(baseUrl, row.id),
    name: row.name,
    size: row.size,
    sha256: row.sha256,
    type: decodeEnum(attachmentTypes, row.type),
    declared_type: row.declared_type,
    width: row.width,
    height: row.height,
    inline: isInlinePicture(row),
    scan: decodeEnum(scanStates, row.scan),
    uploader_id: row.uploader_id,
    ticket_id: row.ticket_id,
    message_id: row.message_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Identifies the representation of a file. */
export const getAttachmentCacheKey = ({ id, version }: AttachmentRow): string => `attachment/${id}/${version}`;

const toUrl = (baseUrl: string, id: string): string => `${baseUrl}/v1/attachments/${id}`;
