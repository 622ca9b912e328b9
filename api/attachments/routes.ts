import {
  createAttachment,
  deleteAttachment,
  getAttachment,
  getAttachmentContent,
  getLimits,
  listAttachments,
} from '#contract';
import { attachmentTypes, type ScanState, scanStates } from '#contract/enums';
import type { AttachmentRow } from '../database/attachments.ts';
import { decodeEnum } from '../database/column-encoding.ts';
import { isInlinePicture } from '../database/is-inline-picture.ts';
import { ApiError } from '../http/errors.ts';
import { rejectOmitted } from '../http/reject-omitted.ts';
import type { Route } from '../http/route.ts';
import { attachmentInfectedError, attachmentNotScannedError } from '../http/scan-errors.ts';
import { deleteRoute } from '../http/serve-delete.ts';
import { fileRoute } from '../http/serve-file.ts';
import { fileUploadRoute } from '../http/serve-file-upload.ts';
import { itemRoute } from '../http/serve-item.ts';
import { listRoute } from '../http/serve-list.ts';
import { reportRoute } from '../http/serve-report.ts';
import { limits } from './limits.ts';
import { attachmentList } from './list.ts';
import { type AttachmentDependencies, attachmentResource } from './resource.ts';
import { receiveAttachment } from './upload.ts';

export const attachmentRoutes = (dependencies: AttachmentDependencies): Route[] => {
  const { attachments, files, apiPublicUrl } = dependencies;
  const resource = attachmentResource(dependencies);
  return [
    listRoute(listAttachments, attachmentList(apiPublicUrl)),
    itemRoute(getAttachment, resource),
    fileRoute<AttachmentRow>(getAttachmentContent, resource, {
      getType: ({ type }) => decodeEnum(attachmentTypes, type),
      getName: ({ name }) => name,
      isInline: isInlinePicture,
      getHash: ({ sha256 }) => sha256,
      async open(_queries, { id, scan, sha256, size }) {
        requireServable(decodeEnum(scanStates, scan));
        const reject = rejectOmitted(`The content of the attachment ${id}`);
        return { size, read: async range => (await files.get(sha256, range).catch(reject)).chunks };
      },
    }),
    fileUploadRoute(createAttachment, resource, receiveAttachment(dependencies)),
    deleteRoute(deleteAttachment, resource, (writes, row, { now }) => {
      if (row.message_id === null) return attachments.remove(writes, row, now);
      throw new ApiError(
        'attachment_in_use',
        'The file is on a message. Remove it from the message, or delete the message.',
        {
          differences: [],
        },
      );
    }),
    reportRoute(getLimits, limits(attachments)),
  ];
};

/** @throws ApiError 403 for an infected file, 409 if the scan is pending or has failed */
const requireServable = (scan: ScanState): void => {
  if (scan === 'infected') throw attachmentInfectedError();
  if (scan !== 'off' && scan !== 'clean') throw attachmentNotScannedError();
};
