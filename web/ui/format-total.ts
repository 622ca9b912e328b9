const digits = new Intl.NumberFormat('en');

/** Formats a total: `42`, `1,204`, `10,000+` beyond the counting limit. */
export const formatTotal = ({ count, exact }: { count: number; exact: boolean }): string =>
  exact ? digits.format(count) : `${digits.format(count)}+`;
