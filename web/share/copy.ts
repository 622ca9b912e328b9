import { showNotice, showWarning } from '../notices.ts';

const thanksMilliseconds = 2500;

/**
 * Puts a text on the clipboard and says so. The text may still be on its way: the browser is asked at once, since it
 * lets a page copy only in answer to a click or a key.
 */
export async function copy(what: string, text: Promise<string>): Promise<void> {
  const blob = text.then(ready => new Blob([ready], { type: 'text/plain' }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    showNotice({ tone: 'done', title: `${what} copied`, milliseconds: thanksMilliseconds });
  } catch {
    showWarning(`${what} was not copied`, await text.catch(() => 'The server cannot be reached.'));
  }
}
