/** An object of the document: a schema, a parameter, a response. */
export type Json = { [name: string]: unknown };

export type Reference = { $ref: string };

/** `reference('headers', 'ETag')` → `#/components/headers/ETag`. */
export const reference = (kind: string, name: string): Reference => ({ $ref: `#/components/${kind}/${name}` });

/** Returns the component name of a reference; empty for any other schema. */
export const getComponentName = ({ $ref = '' }: Json): string => String($ref).split('/').at(-1) ?? '';
