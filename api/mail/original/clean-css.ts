/** Comments, escapes that could hide a name, and characters that could end a style element. */
const removed = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|[\\<]/g;

/** Functions and rules that load a resource, or ran code in old browsers. */
const loading =
  /(?:url|image|image-set|src|cross-fade|element|paint|expression)\s*\(|@\s*(?:import|font-face|namespace)/gi;

/** Removes from CSS everything that loads. An unknown function or rule makes a browser ignore only its declaration. */
export const cleanCss = (css: string): string =>
  css.replaceAll(removed, '').replaceAll(loading, match => (match.startsWith('@') ? '@removed' : 'removed('));
