import type { ApiDates } from '../dates/registry.ts';

/** What holds for every operation, as the reference's first page (Markdown). */
export const introduce = (dates: ApiDates): string => `${general}

${ofDates(dates)}`;

const general = `Tickets, messages, gists and people over HTTP, in JSON and UTC.

**Answers** are pretty-printed unless \`pretty=false\`. No field is ever absent, unless \`fields\` left it out: without \`fields\`
a ticket has the schema \`Ticket\`, with it \`PartialTicket\`. Lists are bare arrays; the addresses of their pages are in the
\`Link\` header. \`HEAD\` is \`GET\` without the body, \`OPTIONS\` tells the methods of an address, with a token those that its
person may use.

**Conditional requests.** Every thing has an \`ETag\`, which changes with its \`version\`. Send it back in \`If-None-Match\` to be
told 304, or in \`If-Match\` to write only if nobody else has: 412 otherwise, with the differences. A body that holds an older
\`version\` is answered 409 if it differs from what is stored.

**Errors** are \`{"code", "message", "description"}\`, where the code is the status and two digits; a 422 names every field that
is wrong. Who may not use a method in their role is answered 405; who may not see a thing, or lacks the scope, 403.

**Limits.** 1,000 requests a minute of one person through one client, unless the desk sets others. \`X-Rate-Limit-Reset\` is in
seconds. A 304, OPTIONS and a 429 do not count, nor does \`GET /rate_limit\`, which tells where you stand.`;

const ofDates = ({ current, served }: ApiDates): string => {
  const older = served.flatMap(({ date, end }) => (end === null ? [] : [`${date} until ${day(end.sunset)}`]));
  const dates = [`${current.date}, which this reference describes`, ...older].join('; ');
  return `**Dates.** \`X-Api-Version\` names the date of the API that a program was written for; without it, it is the current one.
Bodies, \`fields\`, errors and tags are those of the date, and what was read at a date can be sent back at it. A date that has
been replaced is answered with \`Deprecation\` and \`Sunset\`, and 410 once it has ended. Served: ${dates}.`;
};

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
