import type { MessageFile } from '#contract';
import { callForBytes } from '../../api-client/client.ts';
import { saveFile } from '../../files/save-file.ts';
import { showDone, showFailure, showWarning } from '../../toasts/toast-store.ts';
import { formatCount } from '../../ui/format-count.ts';

/** Downloads files one after the other. GET /attachments/{attachment_id}/content. */
export async function downloadFiles(files: readonly MessageFile[]): Promise<void> {
  const failures: { name: string; error: unknown }[] = [];
  for (const { id, name } of files) {
    try {
      saveFile(name, await callForBytes('GET /attachments/{attachment_id}/content', { params: { attachment_id: id } }));
    } catch (error) {
      failures.push({ name, error });
    }
  }
  const [first] = failures;
  if (!first) showDone(`${formatCount(files.length, 'file')} downloaded`);
  else if (failures.length === 1) showFailure(`Couldn’t download ${first.name}`, first.error);
  else
    showWarning(
      `${failures.length} of ${files.length} files couldn’t be downloaded`,
      failures.map(({ name }) => name).join(', '),
    );
}
