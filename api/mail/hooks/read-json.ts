import { MalformedFormError, maxFieldBytes } from './byte-scanner.ts';
import type { ReadForm } from './form.ts';

const [quote, backslash, comma, colon, letterU] = Buffer.from('"\\,:u');
const [opening, closing] = [Buffer.from('{['), Buffer.from('}]')];

/** The bytes of short escape sequences, by their letters; other characters stand for themselves. */
const escaped = new Map([...'bfnrt'].map((letter, index) => [letter.charCodeAt(0), '\b\f\n\r\t'.charCodeAt(index)]));

/**
 * Reads the string members of a JSON object. `JSON.parse` would hold the mail in memory several times: as bytes, as
 * text, and in the other members. A mail may consist only of escape sequences, so decoding a sequence allocates no
 * buffer.
 */
export const readJson: ReadForm = async function* (body, { mailField, fieldNames, fields }) {
  let [depth, isName, name] = [0, true, ''];
  /** The kind of the current string; null outside of strings. */
  let string: 'name' | 'mail' | 'field' | 'other' | null = null;
  /** The beginning of a name or field that continues in the next chunk. */
  let beginning = Buffer.alloc(0);
  /** The hex digits of a `\u` escape sequence; null outside of such a sequence. */
  let digits: string | null = null;
  let isEscaped = false;
  /** A high surrogate whose low surrogate may follow, else an empty string. */
  let high = '';

  const startString = (): typeof string => {
    if (depth !== 1) return 'other';
    if (isName) return 'name';
    if (name === mailField) return fields.has(name) ? 'other' : 'mail';
    return fieldNames.includes(name) ? 'field' : 'other';
  };

  for await (const bytes of body) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // Decoded text is never longer than its JSON, but its escape sequence may start in the previous chunk.
    const text = Buffer.allocUnsafe(chunk.length + 8);
    let [start, length] = [0, 0];
    /** Adds U+FFFD for a high surrogate without a low surrogate. */
    const flushHigh = () => {
      length += text.write(high, length);
      high = '';
    };
    for (let at = 0, nextQuote = -1, nextBackslash = -1; at < chunk.length; ) {
      const byte = chunk[at] ?? 0;
      if (string === null) {
        at++;
        if (byte === quote) [string, start, beginning] = [startString(), length, Buffer.alloc(0)];
        else if (opening.includes(byte)) [depth, isName] = [depth + 1, true];
        else if (closing.includes(byte)) depth--;
        else if (byte === colon) isName = false;
        else if (byte === comma) isName = true;
      } else if (digits !== null) {
        at++;
        digits += String.fromCharCode(byte);
        if (digits.length < 4) continue;
        const unit = high + String.fromCharCode(Number.parseInt(digits, 16));
        digits = null;
        high = /^[\ud800-\udbff]$/.test(unit) ? unit : '';
        if (high === '') length += text.write(unit, length);
      } else if (isEscaped) {
        at++;
        isEscaped = false;
        if (byte === letterU) digits = '';
        else {
          flushHigh();
          text[length++] = escaped.get(byte) ?? byte;
        }
      } else {
        // Found positions are reused. A chunk may have many quotes before its first backslash, or the reverse.
        if (nextQuote < at) nextQuote = findByte(chunk, quote, at);
        if (nextBackslash < at) nextBackslash = findByte(chunk, backslash, at);
        const end = Math.min(nextQuote, nextBackslash);
        if (end > at || end === nextQuote) flushHigh();
        length += chunk.copy(text, length, at, end);
        at = end + 1;
        if (end === nextBackslash) isEscaped = end < chunk.length;
        else {
          const value = Buffer.concat([beginning, text.subarray(start, length)]);
          if (string === 'mail') yield value;
          else if (string !== 'other') requireShort(value);
          if (string === 'name') name = value.toString();
          if (string === 'mail' || string === 'field') fields.set(name, string === 'mail' ? '' : value.toString());
          string = null;
        }
      }
    }
    const unfinished = text.subarray(start, length);
    if (string === 'mail') yield unfinished;
    if (string === 'name' || string === 'field') beginning = Buffer.concat([beginning, unfinished]);
    requireShort(beginning);
  }
  if (depth !== 0 || string !== null) throw new MalformedFormError('The body ends too early.');
};

/** @throws MalformedFormError */
const requireShort = (field: Uint8Array): void => {
  if (field.length > maxFieldBytes) throw new MalformedFormError('A field is too long.');
};

/** Returns the next position of a byte, or the length of the chunk. */
const findByte = (chunk: Buffer, byte: number | undefined, from: number): number => {
  const at = chunk.indexOf(byte ?? 0, from);
  return at === -1 ? chunk.length : at;
};
