/** Boundaries are at most 70 characters (RFC 2046 5.1.1); some programs use more. */
const maxBoundaryLength = 200;

/** Counts the lines that separate parts of a mail, up to `limit` + 1. Each part costs memory in the parser. */
export const countBoundaryLines = (raw: Buffer, limit: number): number => {
  const boundaries = findBoundaries(raw);
  if (boundaries.size === 0) return 0;
  let count = 0;
  for (let at = raw.indexOf('\n--'); at !== -1 && count <= limit; at = raw.indexOf('\n--', at + 3)) {
    const end = raw.indexOf('\n', at + 1);
    const stop = Math.min(end === -1 ? raw.length : end, at + maxBoundaryLength + 10);
    const line = raw.toString('latin1', at + 3, stop).trimEnd();
    if (boundaries.has(line) || (line.endsWith('--') && boundaries.has(line.slice(0, -2)))) count++;
  }
  return count;
};

/** Finds every value of a `boundary` parameter, even outside of headers. */
const findBoundaries = (raw: Buffer): Set<string> => {
  const boundaries = new Set<string>();
  for (let start = 0; start < raw.length; start += windowBytes) {
    // A copy of a large mail as one text would need as much memory again.
    const text = raw.toString('latin1', start, start + windowBytes + overlapBytes);
    for (const [, quoted, token] of text.matchAll(boundaryParameter)) boundaries.add((quoted ?? token ?? '').trimEnd());
  }
  return boundaries;
};

const boundaryParameter = /boundary\*?(?:0\*?)?\s{0,3}=\s{0,3}(?:"([^"\r\n]{1,200})"|([^\s";]{1,200}))/gi;

/** A parameter that starts in a window ends before the end of its overlap. */
const [windowBytes, overlapBytes] = [256 * 1024, 512];
