/**
 * Parses JSON and works around a bug in V8 (nodejs/node#63785). JSON.parse may confuse a member name that contains an
 * escape with an earlier name: `"\""` becomes a backslash. Each member keeps the name that was sent.
 * @throws SyntaxError
 */
export const parseJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  if (!text.includes('\\')) return value;
  const escaped: string[] = [];
  const unescaped = text.replace(stringTokens, (token, rawName: string, colon: string | undefined) => {
    if (colon === undefined) return token;
    if (!rawName.includes('\\')) return `"=${rawName}"${colon}`;
    escaped.push(String(JSON.parse(`"${rawName}"`)));
    return `"${escaped.length - 1}#"${colon}`;
  });
  return escaped.length === 0 ? value : restoreNames(JSON.parse(unescaped), escaped);
};

/** Matches the strings of a valid JSON text. A string before a colon is a member name. */
const stringTokens = /"((?:[^"\\]|\\.)*)"(\s*:)?/g;

/** Restores the original names. Iterates, since JSON may be nested deeper than the call stack. */
const restoreNames = (value: unknown, escaped: readonly string[]): unknown => {
  for (const remaining = [value]; remaining.length > 0; ) {
    const current = remaining.pop();
    if (typeof current !== 'object' || current === null) continue;
    const members = Object.entries(current);
    for (const [, member] of members) remaining.push(member);
    if (Array.isArray(current)) continue;
    for (const [name] of members) Reflect.deleteProperty(current, name);
    for (const [name, member] of members) define(current, getOriginalName(name, escaped), member);
  }
  return value;
};

const getOriginalName = (name: string, escaped: readonly string[]): string =>
  name.startsWith('=') ? name.slice(1) : (escaped[Number.parseInt(name, 10)] ?? '');

/** Defines a member like JSON.parse does, `__proto__` included. */
const define = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
};
