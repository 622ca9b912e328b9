/** Comments, escapes that could hide a name, and characters that could end a style element. */
const unsafeText = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|[\\<]/g;

/** Functions and rules that load a resource, or ran code in old browsers. */
const loadingNames =
  /(?:url|image|image-set|src|cross-fade|element|paint|expression)\s*\(|@\s*(?:import|font-face|namespace)/gi;

/**
 * Renames the functions and rules of CSS that load resources. A browser ignores only the declarations and rules with
 * the unknown names.
 */
export const cleanCss = (css: string): string =>
  css.replaceAll(unsafeText, '').replaceAll(loadingNames, match => (match.startsWith('@') ? '@removed' : 'removed('));
