import type { Random } from './random.ts';

/** Fills a placeholder. */
export type Fill = (random: Random) => string;

/** A text with placeholders, ready to be filled. */
export type Template = (random: Random) => string;

/**
 * Reads texts such as `The {article} for {city} is late`. Throws an Error for a placeholder that `fills` doesn't know.
 * Parsed once, since millions of tickets are written from them.
 */
export function templates(fills: Readonly<Record<string, Fill>>, texts: readonly string[]): Template[] {
  return texts.map(text => {
    const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : fillNamed(fills, part)));
    return random => {
      let filled = '';
      for (const part of parts) filled += typeof part === 'string' ? part : part(random);
      return filled;
    };
  });
}

function fillNamed(fills: Readonly<Record<string, Fill>>, name: string): Fill {
  const fill = fills[name];
  if (!fill) throw new Error(`no placeholder is called {${name}}`);
  return fill;
}
