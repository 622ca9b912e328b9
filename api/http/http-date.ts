const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

/** The three formats of RFC 9110 5.6.7: IMF-fixdate, RFC 850, and asctime; all are GMT. */
const formats = [
  new RegExp(`^${day}, (?<date>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<date>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^${day} ${month} (?<date>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Parses an HTTP-date to milliseconds since 1970; null if it is invalid. `now` resolves two-digit years. */
export const parseHttpDate = (text: string, now: number): number | null => {
  const parts = formats.map(format => format.exec(text)?.groups).find(groups => groups !== undefined);
  if (parts === undefined) return null;
  const { date = '', month = '', year = '', hour, minute, second } = parts;
  const monthIndex = months.indexOf(month);
  const fullYear = year.length === 2 ? toFullYear(Number(year), now) : Number(year);
  const midnight = Date.UTC(fullYear, monthIndex, Number(date));
  if (new Date(midnight).getUTCMonth() !== monthIndex) return null;
  return midnight + (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000;
};

/** Completes a two-digit year. A year more than 50 years ahead is moved to the past (RFC 9110 5.6.7). */
const toFullYear = (digits: number, now: number): number => {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + digits;
  return year > thisYear + 50 ? year - 100 : year;
};
