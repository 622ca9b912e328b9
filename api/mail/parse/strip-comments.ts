/**
 * Removes parenthesized comments of a structured header (RFC 5322 3.2.2), and quoted strings if `quoted`. If a comment
 * or a quoted string is not closed, removes nothing. With `quoted`, removes the header from there on: it may contain
 * text of the sender.
 */
export const stripComments = (header: string, { quoted = false } = {}): string => {
  let [result, depth, isQuoted, isEscaped] = ['', 0, false, false];
  for (const character of header) {
    const isSyntax = !isEscaped;
    isEscaped = isSyntax && character === '\\';
    if (isSyntax && character === '"' && depth === 0) isQuoted = !isQuoted;
    if (isSyntax && character === '(' && !isQuoted) depth++;
    if (depth === 0 && !(quoted && (isQuoted || character === '"'))) result += character;
    if (isSyntax && character === ')' && !isQuoted && depth > 0) depth--;
  }
  return quoted || (depth === 0 && !isQuoted) ? result : header;
};
