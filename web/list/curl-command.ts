/** Quotes a word for a POSIX shell: in single quotes only the quote itself is special (XCU 2.2.2). */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Formats a curl command for a URL of the API, with the README's variable for the token. */
export const formatCurlCommand = (url: string): string => `curl -s -H "Authorization: Bearer $TOKEN" ${quote(url)}`;
