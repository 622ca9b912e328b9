/** What may be in a text, its blocks of code aside, for formatting to stay below a tenth of a second. */
const most = { characters: 20_000, lines: 1500, brackets: 500, pipes: 4000, emphases: 1000, addresses: 500 };

/** So many containers in one another, or so far to the right, is nothing that somebody writes. */
const tooDeep = /^(?![ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$)(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){20}/m;
const tooFarRight = /^[ \t]{60,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;

/** Underscores within words emphasize nothing. */
const emphasis = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/**
 * Whether markdown can be formatted without holding up the page. Its parser is quadratic in nested emphasis, brackets and
 * containers: 64 KiB of asterisks take minutes, and whoever may write to the desk may send them.
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
    !tooDeep.test(prose) &&
    !tooFarRight.test(prose)
  );
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * A text without its fenced code, which costs nothing to parse. Only fences that are beyond doubt count: at the beginning
 * of a line, and not after HTML, in which they are none.
 */
function withoutCode(text: string): string {
  const prose: string[] = [];
  let open = '';
  let afterHtml = false;
  for (const line of text.split('\n')) {
    if (open !== '') {
      if (line.startsWith(open) && line.slice(open.length).replaceAll(open.slice(0, 1), '').trim() === '') open = '';
      continue;
    }
    afterHtml ||= /^ {0,3}</.test(line);
    open = afterHtml ? '' : (fence.exec(line)?.[1] ?? '');
    if (open === '') prose.push(line);
  }
  return prose.join('\n');
}
