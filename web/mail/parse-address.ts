/** Parses a typed address with or without a name: `Amélie Laurent <amelie@atelier.example>`. */
export function parseAddress(text: string): { name: string; email: string } {
  const [, name = '', email = text] = /^(.*?)<([^<>]*)>\s*$/s.exec(text) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), email: email.trim() };
}
