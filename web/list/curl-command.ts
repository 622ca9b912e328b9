/** Quotes a word for a POSIX shell. In single quotes only the quote itself is special (XCU 2.2.2). */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a curl command for an API URL. The shell variable `TOKEN` contains the access token, as in the README. */
export const formatCurlCommand = (url: string): string => `curl -s -H "Authorization: Bearer $TOKEN" ${quote(url)}`;
