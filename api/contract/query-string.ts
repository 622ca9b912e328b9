/**
 * Decodes the name-value pairs of a query string (without `?`), in order. `+` is a space, as in HTML forms.
 * @throws URIError for a malformed percent-encoding
 */
export const parseQueryString = (query: string): [name: string, value: string][] =>
  query
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const equals = pair.indexOf('=');
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Converts pairs to an object, and lists the repeated names. The last value of a repeated name counts. */
export const groupParameters = (
  pairs: readonly (readonly [name: string, value: string])[],
): { parameters: Record<string, string>; repeated: string[] } => {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return {
    parameters: Object.fromEntries(pairs),
    repeated: [...byName].filter(([, values]) => values.length > 1).map(([name]) => name),
  };
};
