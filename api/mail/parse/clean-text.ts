// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the control characters to remove
const controlCharacters = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Text direction overrides show `gpj.exe` as `exe.jpg`. */
const directionOverrides = /[\u202d\u202e]/g;
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Removes direction overrides, and control characters except tabs. Replaces lone surrogates with U+FFFD. Lines end in
 * LF.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll('\u2028', '\n')
    .replace(controlCharacters, '')
    .replace(directionOverrides, '')
    .toWellFormed();

/** Converts a header's value or a name to one line of at most `max` code points. Removes surrounding spaces. */
export const cleanLine = (text: string, max: number): string => {
  const line = cleanText(text)
    .replace(directionControls, '')
    .split(/[\s\u2029]+/)
    .filter(word => word !== '')
    .join(' ');
  return line.length <= max ? line : cutCharacters(line, max);
};

/** Cuts a text after `max` code points. */
export const cutCharacters = (text: string, max: number): string => {
  let [end, count] = [0, 0];
  for (; end < text.length && count < max; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
};
