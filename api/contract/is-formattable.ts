/**
 * Returns whether Markdown can be formatted without blocking the page or the server. The parser is quadratic in nested
 * emphasis, brackets and containers: 64 KiB of asterisks take minutes, and any customer can send them. Counting these
 * characters first is cheap, and real messages never reach the limits.
 */
export function isFormattable(text: string): boolean {
  const prose = withoutCode(text);
  return (
    prose.length <= limits.characters &&
    count(prose, /\n/g) <= limits.lines &&
    count(prose, /\[/g) <= limits.brackets &&
    count(prose, /\|/g) <= limits.pipes &&
    count(prose, /@/g) <= limits.addresses &&
    count(prose, emphasis) <= limits.emphases &&
    !deeplyNested.test(prose) &&
    !deeplyIndented.test(prose)
  );
}

/** Limits for the text outside of code blocks. Within these limits, formatting takes less than 100 ms. */
const limits = { characters: 20_000, lines: 1500, brackets: 500, pipes: 4000, emphases: 1000, addresses: 500 };

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Delimiters of emphasis; underscores within words are not counted. */
const emphasis = /[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A horizontal rule, which is not nested: `- - - -`, `***`. */
const rule = /[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;
/** Start of a quotation or list item: `>`, `-`, `12.`. */
const container = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/;
/** A line with twenty nested quotations or list items. */
const deeplyNested = new RegExp(`^(?!${rule.source})(?:${container.source}){20}`, 'm');

/** A list item indented by 60 or more spaces or tabs. It can also be nested twenty levels deep. */
const deeplyIndented = /^[ \t]{60,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;

/** Opening fence of a code block; a fence of backticks has no backticks after it. */
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Returns text without its fenced code, which is cheap to parse. Removes only unambiguous fences: at the start of a
 * line, and not after HTML, because HTML can contain fences.
 */
function withoutCode(text: string): string {
  const prose: string[] = [];
  /** Opening fence of the current block; empty outside of blocks. */
  let openFence = '';
  let afterHtml = false;
  for (const line of text.split('\n')) {
    if (openFence !== '') {
      if (isClosing(line, openFence)) openFence = '';
      continue;
    }
    afterHtml ||= /^ {0,3}</.test(line);
    openFence = afterHtml ? '' : (fence.exec(line)?.[1] ?? '');
    if (openFence === '') prose.push(line);
  }
  return prose.join('\n');
}

/** Returns whether a line closes a block: its fence has the same character, and is at least as long. */
const isClosing = (line: string, openFence: string): boolean =>
  line.startsWith(openFence) && line.slice(openFence.length).replaceAll(openFence.charAt(0), '').trim() === '';
