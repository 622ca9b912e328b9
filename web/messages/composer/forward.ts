import type { Message } from '#contract';
import { formatExactTime } from '../../ui/format-time.ts';
import { noRecipients } from '../mail/addresses.ts';
import type { ComposerDraft } from '../message-draft.ts';

/** Returns the message to forward: the focused one, or else the last one of a person. Notes are internal. */
export function findMessageToForward(messages: readonly Message[], focusedId: string | null): Message | undefined {
  const replies = messages.filter(({ type }) => type === 'reply');
  return replies.find(({ id }) => id === focusedId) ?? replies.findLast(({ automatic }) => !automatic);
}

/** Returns a draft that quotes a message below the text written so far, for new recipients. */
export function createForwardDraft(
  draft: Pick<ComposerDraft, 'text' | 'placeholders'>,
  { author_name: author, created_at: at, body }: Pick<Message, 'author_name' | 'created_at' | 'body'>,
): Pick<ComposerDraft, 'text' | 'placeholders' | 'recipients'> {
  const quote = body
    .trimEnd()
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
  const text = `${draft.text.trimEnd()}\n\nOn ${formatExactTime(Date.parse(at))}, ${author} wrote:\n\n${quote}\n`;
  return { text, placeholders: draft.placeholders, recipients: noRecipients };
}
