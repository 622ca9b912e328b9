/** Comments, escapes that could hide a name, and characters that could end a style element. */
const unsafeText = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|[\\<]/g;

/** Functions and rules that load a resource, or ran code in old browsers. */
const loadingNames =
  /(?:url|image|image-set|src|cross-fade|element|paint|expression)\s*\(|@\s*(?:import|font-face|namespace)/gi;

/** Removes the parts of CSS that load resources. An unknown function or rule makes a browser ignore only its declaration. */
export const cleanCss = (css: string): string =>
  css.replaceAll(unsafeText, '').replaceAll(loadingNames, match => (match.startsWith('@') ? '@removed' : 'removed('));
