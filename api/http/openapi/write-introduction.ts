import type { ApiVersions } from '../versions/registry.ts';

/** Writes the introduction of the reference in Markdown: the conventions of every operation. */
export const writeIntroduction = (apiVersions: ApiVersions): string => `${general}

${describeVersions(apiVersions)}`;

const general = `Tickets, messages, gists and people over HTTP, in JSON and UTC.

**Responses** are pretty-printed unless \`pretty=false\`. Every field is present unless \`fields\` omits it: without \`fields\` a
ticket has the schema \`Ticket\`, with it \`PartialTicket\`. Lists are arrays; the \`Link\` header contains the URLs of other pages.
\`HEAD\` is \`GET\` without the body. \`OPTIONS\` returns the methods of a URL; with a token, the methods that its person may use.

**Conditional requests.** Every resource has an \`ETag\` that changes with its \`version\`. Send it in \`If-None-Match\` to get 304
if nothing changed, or in \`If-Match\` to write only if the version is unchanged; otherwise you get 412 with the differences. A
body with an older \`version\` gets 409 if it differs from the stored resource.

**Errors** are \`{"code", "message", "description"}\`. The code is the status and two digits; a 422 lists every invalid field. A
method that your role may not use gets 405; a resource that you may not see, or a missing scope, gets 403.

**Rate limits.** 1,000 requests per minute for each person and client, unless the desk sets other limits. \`X-Rate-Limit-Reset\`
is in seconds. Responses with 304 or 429, \`OPTIONS\` and \`GET /rate_limit\`, which returns your allowance, do not count.`;

const describeVersions = ({ current, served }: ApiVersions): string => {
  const older = served.flatMap(({ date, end }) => (end === null ? [] : [`${date} until ${formatDay(end.sunset)}`]));
  const apiVersions = [`${current.date}, which this reference describes`, ...older].join('; ');
  return `**Versions.** \`X-Api-Version\` selects the API version, a date; the default is the current version. Bodies, \`fields\`, errors and
ETags follow that version, and a representation can be sent back in the version in which it was read. A deprecated version
adds \`Deprecation\` and \`Sunset\` to each response; a retired version gets 410. Supported: ${apiVersions}.`;
};

const formatDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
