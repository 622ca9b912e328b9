/**
 * Reads a JSON text, as JSON.parse would were it right. The engine of Node 24 and of browsers up to now takes a name
 * with an escape in it for one that it read before, where that one begins as this one is written: of `"\""` it makes a
 * backslash (nodejs/node#63785). Nothing may be stored or shown under another name than it was sent with.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  if (!text.includes('\\')) return value;
  const escaped: string[] = [];
  const unescaped = text.replace(stringTokens, (token, written: string, colon: string | undefined) => {
    if (colon === undefined) return token;
    if (!written.includes('\\')) return `"=${written}"${colon}`;
    escaped.push(String(JSON.parse(`"${written}"`)));
    return `"${escaped.length - 1}#"${colon}`;
  });
  return escaped.length === 0 ? value : renamed(JSON.parse(unescaped), escaped);
};

/** The strings of a text that is known to be JSON; with a colon behind it, one is a name. */
const stringTokens = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** The value with the names that its text had. Goes by a list: JSON nests deeper than calls may. */
const renamed = (value: unknown, escaped: readonly string[]): unknown => {
  for (const left = [value]; left.length > 0; ) {
    const each = left.pop();
    if (typeof each !== 'object' || each === null) continue;
    const members = Object.entries(each);
    for (const [, member] of members) left.push(member);
    if (Array.isArray(each)) continue;
    for (const [name] of members) Reflect.deleteProperty(each, name);
    for (const [name, member] of members) define(each, originalName(name, escaped), member);
  }
  return value;
};

const originalName = (name: string, escaped: readonly string[]): string =>
  name.startsWith('=') ? name.slice(1) : (escaped[Number.parseInt(name, 10)] ?? '');

/** As JSON.parse does: `__proto__` is a name like any other. */
const define = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
};
