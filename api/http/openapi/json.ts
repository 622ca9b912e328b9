/** An object of the document: a schema, a parameter, an answer. */
export type Json = { [name: string]: unknown };

/** Something described once, by its place among the components. */
export type Reference = { $ref: string };

/** `reference('headers', 'ETag')` → `#/components/headers/ETag`. */
export const reference = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });

/** The name of the component that a reference leads to; empty for another schema. */
export const componentName = ({ $ref = '' }: Json): string => String($ref).split('/').at(-1) ?? '';
