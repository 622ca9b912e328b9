type Address = { name: string; email: string };

/** Returns the name of an address; its email if it has no name. */
export const formatName = ({ name, email }: Address): string => name || email;

/** Formats an address with its name: `Amélie Laurent <amelie@atelier.example>`. */
export const formatAddress = ({ name, email }: Address): string => (name ? `${name} <${email}>` : email);

/** Formats the names of a list: `Amélie Laurent +2`. An empty list is `(no recipients)`. */
export function formatNames([first, ...others]: readonly Address[]): string {
  if (!first) return '(no recipients)';
  return others.length === 0 ? formatName(first) : `${formatName(first)} +${others.length}`;
}
