/** How the bytes of an answer may be packed (RFC 9110, 8.4.1). */
export type Coding = 'br' | 'gzip' | 'identity';

/** What an Accept-Encoding says of each coding it names, from 0 (never) to 1. */
const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(',').map(entry => {
      const [coding = '', ...parameters] = entry
        .toLowerCase()
        .split(';')
        .map(part => part.trim());
      const weight = parameters.find(parameter => parameter.startsWith('q='));
      return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );

/** Less than any weight that can be written: plain bytes are acceptable where nothing is said of them, and nobody's wish. */
const unsaid = 0.0001;

/**
 * The coding that a browser likes best of those there are, the first of equals; plain bytes where it accepts none
 * (RFC 9110, 12.5.3).
 *
 * @param header Accept-Encoding
 */
export function chooseCoding(header: string | undefined, available: readonly Coding[]): Coding {
  const weights = weightsOf(header ?? '');
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? unsaid : 0);
  const accepted = available.filter(coding => weightOf(coding) > 0);
  return accepted.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? 'identity';
}
