/** One word for a POSIX shell: between single quotes every character but the quote stands for itself (XCU 2.2.2). */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that reads an address of the API. The token is that of whoever runs it, under the name README gives it. */
export const curlOf = (url: string): string => `curl -s -H "Authorization: Bearer $TOKEN" ${quote(url)}`;
