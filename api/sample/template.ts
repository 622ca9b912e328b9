import type { Random } from './random.ts';

/** Generates a value for a placeholder. */
export type ValueGenerator = (random: Random) => string;

/** Returns the value of a placeholder in the texts of one ticket. */
export type PlaceholderValues = (placeholder: string) => string;

/** Fills in a template's placeholders. */
export type Template = (values: PlaceholderValues) => string;

/**
 * Generates the value of each placeholder when it is first used.
 * @throws Error for a placeholder without a generator
 */
export function generatePlaceholderValues(
  generators: Readonly<Record<string, ValueGenerator>>,
  random: Random,
): PlaceholderValues {
  const values: Record<string, string> = {};
  return placeholder => {
    const existing = values[placeholder];
    if (existing !== undefined) return existing;
    const generator = generators[placeholder];
    if (!generator) throw new Error(`unknown placeholder {${placeholder}}`);
    const value = generator(random);
    values[placeholder] = value;
    return value;
  };
}

/** Parses a template such as `The {article} for {city} is late`. */
export function parseTemplate(text: string): Template {
  const parts = text.split(/\{(\w+)\}/);
  return values => {
    let filled = '';
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      filled += index % 2 === 0 ? part : values(part);
    }
    return filled;
  };
}
