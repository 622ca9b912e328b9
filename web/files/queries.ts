import { queryOptions } from '@tanstack/react-query';
import type { Attachment } from '#contract';
import { call } from '../api-client/client.ts';
import { isNotFound } from '../api-client/errors.ts';

/** Cache keys of the uploaded files of drafts. */
export const attachmentKeys = { all: ['attachments'] } as const;

/** GET /attachments/{attachment_id}; null if the desk no longer has the file. */
export const attachmentItem = (attachmentId: string) =>
  queryOptions({
    queryKey: [...attachmentKeys.all, attachmentId],
    queryFn: async ({ signal }): Promise<Attachment | null> => {
      try {
        return (await call('GET /attachments/{attachment_id}', { params: { attachment_id: attachmentId }, signal }))
          .body;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** GET /limits: the maximum size and number of files, and the use of the storage. */
export const limitsQuery = queryOptions({
  queryKey: ['limits'],
  queryFn: async ({ signal }) => (await call('GET /limits', { signal })).body,
  staleTime: 60_000,
});
