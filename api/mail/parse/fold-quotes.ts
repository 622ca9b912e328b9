import { originalMessagePattern } from '#contract/original-message';

/**
 * Lines that introduce a quote. They are in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish,
 * Danish, Norwegian and Polish.
 */
const attributions = [
  /^On .*\bwrote:$/,
  /^Am .*\bschrieb\b.*:$/,
  /^Le .* a écrit\s?:$/,
  /^El .* escribió:$/,
  /^Il .*\bha scritto:$/,
  /^(?:Em|A) .*\bescreveu:$/,
  /^Op .*\bschreef\b.*:$/,
  /^(?:Den|På) .*\bskrev\b.*:$/,
  /^(?:W dniu|Dnia) .* (?:pisze|napisał|napisała|napisał\(a\)):$/,
];
const attributionStart = /^(?:On|Am|Le|El|Il|Em|A|Op|Den|På|W dniu|Dnia) /;
const maxAttributionLines = 3;
const maxAttributionLength = 300;

/** The first line of the headers that Outlook puts above a quote. The line with the date is below it. */
const headerBlockStart = /^(?:From|Von|De|Da|Van|Från|Fra|Od)\s?: ./;
const headerBlockDate =
  /^(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|Inviato|Data|Enviada(?: em)?|Verzonden|Skickat|Sendt|Wysłano)\s?: ./;

const isQuoted = (line: string): boolean => line.startsWith('>');
const isBlank = (line: string): boolean => line.trim() === '';
const isSignature = (line: string): boolean => line === '-- ' || line === '--';

type Attribution = { lines: number; namesAddress: boolean };

/** Reads an attribution that starts at this line: "On 3 March 2026 … wrote:". Null without one. */
const readAttribution = (lines: readonly string[], start: number): Attribution | null => {
  if (!attributionStart.test(lines[start] ?? '')) return null;
  let text = '';
  for (let count = 1; count <= maxAttributionLines; count++) {
    text = `${text} ${lines[start + count - 1] ?? ''}`.trim();
    if (text.length > maxAttributionLength) return null;
    if (/\d/.test(text) && attributions.some(pattern => pattern.test(text)))
      return { lines: count, namesAddress: text.includes('@') };
  }
  return null;
};

const skipBlank = (lines: readonly string[], start: number): number => {
  let index = start;
  while (index < lines.length && isBlank(lines[index] ?? '')) index++;
  return index;
};

/** Detects a line after which only an earlier mail follows, quoted without `>`. */
const startsEarlierMail = (lines: readonly string[], index: number): boolean => {
  const line = (lines[index] ?? '').replaceAll('*', '');
  if (originalMessagePattern.test(line)) return true;
  if (!headerBlockStart.test(line)) return false;
  return lines.slice(index + 1, index + 4).some(next => headerBlockDate.test(next.replaceAll('*', '')));
};

/**
 * Returns the index of the first separator line above an earlier mail. Separators are blank lines and rules of
 * underscores or hyphens.
 */
const skipRuleBefore = (lines: readonly string[], index: number): number => {
  let start = index;
  while (start > 0 && /^[\s_-]*$/.test(lines[start - 1] ?? '')) start--;
  return start;
};

/**
 * Counts the lines of the signature and of earlier mails at the end of a mail. Zero if a reply stands between or after
 * quoted lines, or if no other line has text. Takes linear time.
 */
export const countFoldedLines = (text: string): number => {
  const lines = text.split('\n');
  let folded = lines.length;
  let [hasQuote, hasSignature] = [false, false];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (isBlank(line)) continue;
    if (startsEarlierMail(lines, index)) {
      folded = Math.min(folded, skipRuleBefore(lines, index));
      break;
    }
    const attribution = readAttribution(lines, index);
    const next = attribution && skipBlank(lines, index + attribution.lines);
    if (next !== null && isQuoted(lines[next] ?? '')) {
      folded = Math.min(folded, index);
      index = next - 1;
    } else if (attribution?.namesAddress) {
      folded = Math.min(folded, index);
      break;
    } else if (isQuoted(line)) {
      folded = Math.min(folded, index);
      hasQuote = true;
    } else if (isSignature(line)) {
      folded = Math.min(folded, index);
      hasSignature = true;
    } else if (hasQuote && !hasSignature) return 0;
  }
  return lines.slice(0, folded).every(isBlank) ? 0 : lines.length - folded;
};

/** Counts the last lines of a text if they introduce the quote that follows the text. */
export const countAttributionAtEnd = (text: string): number => {
  const lines = text.split('\n');
  for (let count = 1; count <= maxAttributionLines; count++)
    if (readAttribution(lines, lines.length - count)?.lines === count) return count;
  return 0;
};
