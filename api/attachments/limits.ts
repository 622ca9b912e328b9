import type { z } from 'zod';
import type { getLimits } from '#contract';
import { readSettings } from '../database/settings.ts';
import { readStoredBytes } from '../database/stored-bytes.ts';
import type { ReportDefinition } from '../http/serve-report.ts';
import type { AttachmentStore } from './store.ts';

/** Describes the file limits to the request pipeline. */
export const limits = (attachments: AttachmentStore): ReportDefinition<z.output<typeof getLimits.query>> => ({
  kind: 'attachment',
  async compute(queries, { caller }) {
    const [{ limits: allowed }, unattached, stored] = await Promise.all([
      readSettings(queries),
      attachments.readUnattachedBytes(queries, caller.person.id),
      readStoredBytes(queries),
    ]);
    return {
      max_file_bytes: allowed.max_file_bytes,
      max_message_bytes: allowed.max_message_bytes,
      max_message_files: allowed.max_message_files,
      unattached_bytes: { used: unattached, allowed: allowed.unattached_bytes },
      storage_bytes: { used: stored, allowed: allowed.storage_bytes },
      scanned: false,
    };
  },
});
