import { showToast, showWarning } from './toast-store.ts';

const confirmationMilliseconds = 2500;

/**
 * Copies text to the clipboard and shows a toast. If the browser blocks the clipboard, the toast contains the text,
 * unless the text has several lines.
 */
export async function copyToClipboard(subject: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'done', title: `${subject} copied`, milliseconds: confirmationMilliseconds });
  } catch {
    const isLine = !text.includes('\n');
    showWarning(`${subject} not copied`, isLine ? text : 'The browser blocked the clipboard.');
  }
}
