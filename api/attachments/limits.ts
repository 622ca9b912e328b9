import type { z } from 'zod';
import type { getLimits } from '#contract';
import { maxAttachmentBytes, maxAttachments, maxMessageFileBytes, maxUnattachedBytes } from '#contract/attachments';
import { readCounter } from '../database/counters.ts';
import type { ReportDefinition } from '../http/serve-report.ts';
import type { AttachmentStore } from './store.ts';

/** Describes the limits of files to the request pipeline. */
export const limits = (attachments: AttachmentStore): ReportDefinition<z.output<typeof getLimits.query>> => ({
  kind: 'attachment',
  async compute(queries, { caller }) {
    const [unattached, stored] = await Promise.all([
      attachments.readUnattachedBytes(queries, caller.person.id),
      readCounter(queries, 'files.bytes'),
    ]);
    return {
      max_file_bytes: maxAttachmentBytes,
      max_message_bytes: maxMessageFileBytes,
      max_message_files: maxAttachments,
      unattached_bytes: { used: unattached, allowed: maxUnattachedBytes },
      storage_bytes: { used: stored, allowed: null },
      scanned: false,
    };
  },
});
