import type { Random } from './random.ts';

/** Fills a placeholder. */
export type Fill = (random: Random) => string;

/** What one ticket is about: each placeholder has one value in all its texts. */
export type Facts = (placeholder: string) => string;

/** A text with placeholders, ready to be filled. */
export type Template = (facts: Facts) => string;

/** Draws the value of each placeholder when it is first asked for. Throws an Error for one that `fills` doesn't know. */
export function drawFacts(fills: Readonly<Record<string, Fill>>, random: Random): Facts {
  const drawn: Record<string, string> = {};
  return placeholder => {
    const known = drawn[placeholder];
    if (known !== undefined) return known;
    const fill = fills[placeholder];
    if (!fill) throw new Error(`no placeholder is called {${placeholder}}`);
    const value = fill(random);
    drawn[placeholder] = value;
    return value;
  };
}

/** Reads a text such as `The {article} for {city} is late`. Parsed once, since millions of tickets are written from it. */
export function template(text: string): Template {
  const parts = text.split(/\{(\w+)\}/);
  return facts => {
    let filled = '';
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      filled += index % 2 === 0 ? part : facts(part);
    }
    return filled;
  };
}
