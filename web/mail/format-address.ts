type Address = { name: string; email: string };

/** Formats an address as its name, or else its email address. */
export const formatName = ({ name, email }: Address): string => name || email;

/** Formats an address with its name: `Amélie Laurent <amelie@atelier.example>`. */
export const formatAddress = ({ name, email }: Address): string => (name ? `${name} <${email}>` : email);

/** Formats the names of a list: `Amélie Laurent +2`. An empty list is `Nobody`. */
export function formatNames([first, ...others]: readonly Address[]): string {
  if (!first) return 'Nobody';
  return others.length === 0 ? formatName(first) : `${formatName(first)} +${others.length}`;
}
