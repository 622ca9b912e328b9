/** Offsets of the inserted text in the field's value. */
export type Inserted = { start: number; end: number };

/** With longer texts the browser's insert command takes seconds. */
const maxUndoCharacters = 20_000;

/**
 * Inserts a text after the selection of a field, and puts the caret after it. Uses the browser's insert command, so that
 * Ctrl+Z undoes it and input events fire.
 */
export function insertAtCursor(field: HTMLTextAreaElement, text: string): Inserted {
  field.focus();
  const start = field.selectionEnd;
  field.setSelectionRange(start, start);
  const done = text.length <= maxUndoCharacters && document.execCommand('insertText', false, text);
  if (!done) {
    field.setRangeText(text, start, start, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  return { start, end: field.selectionEnd };
}
