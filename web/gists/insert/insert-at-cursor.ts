/** Where something was inserted: offsets in the field's value. */
export type Inserted = { start: number; end: number };

/** Beyond this many characters a browser's own way of inserting takes seconds. */
const mostForUndo = 20_000;

/**
 * Inserts a text behind the selection of a field, which loses nothing, and leaves the caret behind it. The browser's own
 * command does it, as if it had been typed: Ctrl+Z takes it back, and whoever listens to the field hears of it.
 */
export function insertAtCursor(field: HTMLTextAreaElement, text: string): Inserted {
  field.focus();
  const start = field.selectionEnd;
  field.setSelectionRange(start, start);
  const done = text.length <= mostForUndo && document.execCommand('insertText', false, text);
  if (!done) {
    field.setRangeText(text, start, start, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  return { start, end: field.selectionEnd };
}
