/**
 * Opens a dialog over the page. Answers the way to close it, which gives the focus back as the browser does, and the
 * caret too: Chromium leaves a field that has the focus again without one, and swallows what is typed.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const restore = readCaret(document.activeElement);
  dialog.showModal();
  return () => {
    dialog.close();
    restore();
  };
}

function readCaret(element: Element | null): () => void {
  if (!(element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)) return () => undefined;
  const { selectionStart, selectionEnd, selectionDirection } = element;
  return () => {
    if (element === document.activeElement && selectionStart !== null) {
      element.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? 'none');
    }
  };
}
