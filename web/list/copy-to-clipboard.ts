import { showToast, showWarning } from '../toasts/toast-store.ts';

const confirmationMilliseconds = 2500;

/** Copies a text to the clipboard and shows a toast; if the browser blocks it, the toast contains the text. */
export async function copyToClipboard(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'done', title: `${what} copied`, milliseconds: confirmationMilliseconds });
  } catch {
    showWarning(`${what} not copied`, text);
  }
}
