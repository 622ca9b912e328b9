import { showNotice, showWarning } from '../notices/notices.ts';

const thanksMilliseconds = 2500;

/** Puts a text on the clipboard and says so; where the browser does not let us, the text is shown to be copied by hand. */
export async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showNotice({ tone: 'done', title: `${what} copied`, milliseconds: thanksMilliseconds });
  } catch {
    showWarning(`${what} could not be copied`, text);
  }
}
