/**
 * Whether markdown can be formatted without holding up the page. Its parser is quadratic in nested emphasis, brackets and
 * containers: 64 KiB of asterisks take minutes, and whoever may write to the desk may send them. So what makes parsing dear
 * is counted first, which is cheap. No letter that somebody writes reaches these limits.
 */
export function isFormattable(text: string): boolean {
  const prose = withoutCode(text);
  return (
    prose.length <= most.characters &&
    count(prose, /\n/g) <= most.lines &&
    count(prose, /\[/g) <= most.brackets &&
    count(prose, /\|/g) <= most.pipes &&
    count(prose, /@/g) <= most.addresses &&
    count(prose, emphasis) <= most.emphases &&
    !nestedDeep.test(prose) &&
    !indentedFar.test(prose)
  );
}

/** What may be in a text, its blocks of code aside, for formatting to stay below a tenth of a second. */
const most = { characters: 20_000, lines: 1500, brackets: 500, pipes: 4000, emphases: 1000, addresses: 500 };

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Signs that may begin or end an emphasis; underscores within words do neither. */
const emphasis = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A line of signs alone, which is a rule and nothing nested: `- - - -`, `***`. */
const rule = /[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;
/** What begins a quotation or an item of a list: `>`, `-`, `12.`. */
const container = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/;
/** A line that begins with twenty quotations or items in one another. */
const nestedDeep = new RegExp(`^(?!${rule.source})(?:${container.source}){20}`, 'm');

/** An item of a list that begins sixty or more spaces to the right: so deep it lies in others. */
const indentedFar = /^[ \t]{60,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;

/** The line that opens a block of code; one of backticks has no further ones. */
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * A text without its fenced code, which costs nothing to parse. Only fences that are beyond doubt count: at the beginning
 * of a line, and not after HTML, in which they are none.
 */
function withoutCode(text: string): string {
  const prose: string[] = [];
  /** The fence that opened the block one is in; empty outside of blocks. */
  let opened = '';
  let afterHtml = false;
  for (const line of text.split('\n')) {
    if (opened !== '') {
      if (isClosing(line, opened)) opened = '';
      continue;
    }
    afterHtml ||= /^ {0,3}</.test(line);
    opened = afterHtml ? '' : (fence.exec(line)?.[1] ?? '');
    if (opened === '') prose.push(line);
  }
  return prose.join('\n');
}

/** Whether a line is a fence of the same sign, as long or longer, and nothing else. */
const isClosing = (line: string, opened: string): boolean =>
  line.startsWith(opened) && line.slice(opened.length).replaceAll(opened.charAt(0), '').trim() === '';
