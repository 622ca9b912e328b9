const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const longDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)';

/** The forms of RFC 9110 5.6.7: the one to send, that of RFC 850, and that of C's asctime. All of them mean GMT. */
const forms = [
  new RegExp(`^${day}, (?<date>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDay}, (?<date>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT$`),
  new RegExp(`^${day} ${month} (?<date>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An HTTP-date in milliseconds since 1970, null for any other text; `now` tells the century of a year of two digits. */
export const parseHttpDate = (text: string, now: number): number | null => {
  const parts = forms.map(form => form.exec(text)?.groups).find(groups => groups !== undefined);
  if (parts === undefined) return null;
  const { date = '', month = '', year = '', hour, minute, second } = parts;
  const place = months.indexOf(month);
  const fullYear = year.length === 2 ? nearest(Number(year), now) : Number(year);
  const midnight = Date.UTC(fullYear, place, Number(date));
  if (new Date(midnight).getUTCMonth() !== place) return null;
  return midnight + (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000;
};

/** Two digits that seem more than 50 years ahead are in the past (RFC 9110 5.6.7). */
const nearest = (digits: number, now: number): number => {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + digits;
  return year > thisYear + 50 ? year - 100 : year;
};
