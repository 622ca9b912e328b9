const step = '  ';

/**
 * Indents or outdents the selected lines by two spaces. Without a selection `in` types the spaces at the caret. Uses the
 * browser's insert command, so that Ctrl+Z undoes it.
 */
export function indent(field: HTMLTextAreaElement, direction: 'in' | 'out'): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (direction === 'in' && start === end) {
    document.execCommand('insertText', false, step);
    return;
  }
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const before = value.slice(from, end);
  const after = direction === 'in' ? before.replace(/^/gm, step) : before.replace(/^ {1,2}|^\t/gm, '');
  if (after === before) return;
  const first = /^[ \t]*/.exec(before)?.[0].length ?? 0;
  const moved = (/^[ \t]*/.exec(after)?.[0].length ?? 0) - first;
  field.setSelectionRange(from, end);
  document.execCommand('insertText', false, after);
  field.setSelectionRange(Math.max(from, start + moved), from + after.length);
}
