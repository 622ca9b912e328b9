import type { MessageType } from '#contract/vocabulary';
import { showUndo } from '../../toasts/toast-store.ts';
import { findMessage, joinTexts, keepMessage, messagePlace } from '../drafts.ts';

/** Discards a message draft. Undo restores it before the text typed since. */
export function discardMessage(personId: string, ticketId: string, type: MessageType): void {
  const place = messagePlace(personId, ticketId, type);
  const draft = findMessage(place);
  keepMessage(place, {});
  const restore = (): void => keepMessage(place, { ...draft, text: joinTexts(draft.text, findMessage(place).text) });
  showUndo(type === 'reply' ? 'Reply discarded' : 'Note discarded', restore);
}
