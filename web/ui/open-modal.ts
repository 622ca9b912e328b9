/**
 * Opens a modal dialog. Returns a function that closes it and restores focus and caret. Without a restored caret,
 * Chromium ignores typing in the refocused field.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const restore = saveCaret(document.activeElement);
  dialog.showModal();
  return () => {
    dialog.close();
    restore();
  };
}

function saveCaret(element: Element | null): () => void {
  if (!(element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)) return () => undefined;
  const { selectionStart, selectionEnd, selectionDirection } = element;
  return () => {
    if (element === document.activeElement && selectionStart !== null) {
      element.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
    }
  };
}
