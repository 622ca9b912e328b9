/** The URLs of the pages of a list, absolute or relative. */
export type Links = Readonly<Partial<Record<'first' | 'prev' | 'next' | 'last', string>>>;

const relations = ['first', 'prev', 'next', 'last'] as const;

/** One link-value: its target and its parameters. Commas in the target or in quotes do not end it. */
const linkValue = /<([^>]*)>((?:\s*;\s*[\w!#$&+.^`|~*-]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;
const relParameter = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/** Parses the paging relations of a Link header (RFC 8288, 3); ignores other relations. */
export function parseLinks(header: string | null): Links {
  const links: Partial<Record<(typeof relations)[number], string>> = {};
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(linkValue)) {
    const [, quoted, bare] = relParameter.exec(parameters) ?? [];
    const names = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    for (const relation of relations) if (names.includes(relation)) links[relation] ??= target;
  }
  return links;
}

/** Returns the cursor of a page link; undefined without a link or a cursor. */
export const getCursor = (link: string | undefined): string | undefined =>
  (link && URL.parse(link, 'http://relative')?.searchParams.get('cursor')) || undefined;
