const step = '  ';

/**
 * Indents the lines of a field's selection by two spaces, or takes as much away; without a selection `in` types them at
 * the caret. Done as if typed, so that Ctrl+Z takes it back.
 */
export function indent(field: HTMLTextAreaElement, way: 'in' | 'out'): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (way === 'in' && start === end) {
    document.execCommand('insertText', false, step);
    return;
  }
  const from = value.lastIndexOf('\n', start - 1) + 1;
  const before = value.slice(from, end);
  const after = way === 'in' ? before.replace(/^/gm, step) : before.replace(/^ {1,2}|^\t/gm, '');
  if (after === before) return;
  const first = /^[ \t]*/.exec(before)?.[0].length ?? 0;
  const moved = (/^[ \t]*/.exec(after)?.[0].length ?? 0) - first;
  field.setSelectionRange(from, end);
  document.execCommand('insertText', false, after);
  field.setSelectionRange(Math.max(from, start + moved), from + after.length);
}
