const digits = new Intl.NumberFormat('en');

/** How many there are in all: `42`, `1,204`, `10,000+` where nobody counted further. */
export const formatTotal = ({ count, exact }: { count: number; exact: boolean }): string =>
  exact ? digits.format(count) : `${digits.format(count)}+`;
