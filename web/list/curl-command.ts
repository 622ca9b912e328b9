/** Quotes a word for a POSIX shell. In single quotes only the quote itself is special (XCU 2.2.2). */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a curl command for an API URL. The token is the variable from the README. */
export const formatCurlCommand = (url: string): string => `curl -s -H "Authorization: Bearer $TOKEN" ${quote(url)}`;
