import type { Message } from '#contract';
import { copyFiles, copyPictures, mergeFiles } from '../../files/draft-file.ts';
import { formatExactTime } from '../../ui/format-time.ts';
import { noRecipients } from '../mail/addresses.ts';
import type { ComposerDraft } from '../message-draft.ts';

/** Returns the focused message, or else the last message that is not automatic. Notes are never forwarded. */
export function findMessageToForward(messages: readonly Message[], focusedId: string | null): Message | undefined {
  const replies = messages.filter(({ type }) => type === 'reply');
  return replies.find(({ id }) => id === focusedId) ?? replies.findLast(({ automatic }) => !automatic);
}

/** Returns a draft that quotes a message below the text written so far. Copies the files, but no recipients. */
export function createForwardDraft(
  draft: Pick<ComposerDraft, 'text' | 'files' | 'placeholders'>,
  message: Pick<Message, 'author_name' | 'created_at' | 'body' | 'attachments'>,
): Pick<ComposerDraft, 'text' | 'files' | 'placeholders' | 'recipients'> {
  const { author_name: author, created_at: at } = message;
  const copies = copyFiles(message.attachments);
  const quote = copyPictures(message.body, copies)
    .trimEnd()
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
  const text = `${draft.text.trimEnd()}\n\nOn ${formatExactTime(Date.parse(at))}, ${author} wrote:\n\n${quote}\n`;
  return { text, files: mergeFiles(draft.files, copies), placeholders: draft.placeholders, recipients: noRecipients };
}
