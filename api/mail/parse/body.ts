import { cleanText, cutCharacters } from './clean-text.ts';
import { countFoldedLines } from './fold-quotes.ts';
import { type FoldedText, htmlToMarkdown } from './html-to-markdown.ts';
import type { Pictures } from './pictures.ts';

/** The body of a message, see `ParsedMail`. `text` is the body before `cutBody`, for comparisons. */
export type MailBody = FoldedText & { format: 'text' | 'markdown'; isCut: boolean; text: string };

/** The limit of a message's body, in code points. */
const maxBodyLength = 65_535;

/** Longer text is cut before it is split into lines, which would need too much memory. */
const maxTextLength = 1_000_000;

/** Longer HTML takes seconds to convert. */
const maxHtmlLength = 500_000;

/** Pictures in the HTML itself. */
const dataUrls = /data:[\w/+.-]{1,100};base64,[A-Za-z0-9+/=\s]+/g;

const cutNotice = '[The rest of this mail is too long to be shown here. The whole text is attached.]';

/** Matches a plain text that only states that the mail is HTML. */
const htmlStub = /\bhtml\b|view (?:this|it)\b.*\bbrowser\b|nicht korrekt angezeigt/i;
const maxStubLength = 300;

/**
 * Chooses the text of a mail: its plain text, or its HTML as Markdown. Plain text does not count if it has no words, or
 * only states that the mail is HTML.
 *
 * @param isForwarded whether the mail forwards another mail, which then is not folded
 */
export const chooseBody = (
  plain: string,
  html: string,
  { isForwarded, pictures }: { isForwarded: boolean; pictures: Pictures },
): MailBody => {
  const text = cleanText(plain.slice(0, maxTextLength)).trimEnd();
  const smallHtml = html.replaceAll(dataUrls, 'data:');
  const isPlain = hasWords(text) && (html === '' || !isStub(text));
  const { body, foldedLines } = isPlain
    ? foldText(text, isForwarded)
    : htmlToMarkdown(smallHtml.slice(0, maxHtmlLength), pictures, !isForwarded);
  const clean = isPlain ? body : cleanText(body);
  if (!isPlain && !hasWords(clean)) {
    const cut = cutBody({ body: text.trim() || clean || '(no text)', foldedLines: 0 });
    return { ...cut, isCut: cut.isCut || plain.length > maxTextLength, format: 'text', text };
  }
  const cut = cutBody({ body: clean, foldedLines });
  const isCut = cut.isCut || (isPlain ? plain.length > maxTextLength : smallHtml.length > maxHtmlLength);
  return { ...cut, isCut, format: isPlain ? 'text' : 'markdown', text: clean };
};

const foldText = (text: string, isForwarded: boolean): FoldedText => ({
  // Blank lines at the start are useless.
  body: text.replace(/^(?:[^\S\n]*\n)+/, ''),
  foldedLines: isForwarded ? 0 : countFoldedLines(text),
});

const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{S}]/u.test(text);

const isStub = (text: string): boolean => text.length < maxStubLength && htmlStub.test(text);

/** Cuts a body that is too long, if possible at a line end. Adds a note before the folded lines. */
const cutBody = ({ body, foldedLines }: FoldedText): FoldedText & { isCut: boolean } => {
  const fits = cutCharacters(body, maxBodyLength);
  if (fits.length === body.length) return { body, foldedLines, isCut: false };
  const short = cutCharacters(body, maxBodyLength - cutNotice.length - 4);
  const lineEnd = short.lastIndexOf('\n');
  const lines = (lineEnd > maxBodyLength / 2 ? short.slice(0, lineEnd) : short).split('\n');
  const unfolded = Math.min(body.split('\n').length - foldedLines, lines.length);
  const folded = lines.slice(unfolded);
  const shown = [...lines.slice(0, unfolded), '', cutNotice, ...(folded.length === 0 ? [] : ['', ...folded])];
  return { body: shown.join('\n'), foldedLines: folded.length, isCut: true };
};
