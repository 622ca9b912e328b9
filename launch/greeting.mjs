/**
 * @typedef {{ publicUrl: string, apiPublicUrl: string, adminEmail: string, sampleData: boolean, firstStart:
 * import('./log-view.mjs').FirstStart }} Desk
 *   sampleData: whether a first start adds the sample data
 */

/**
 * Formats the addresses of the desk and the instructions for signing in.
 * @param {Desk} desk
 */
export function formatGreeting(desk) {
  const lines = [
    '',
    'Stardesk is ready.',
    '',
    `  Desk       ${desk.publicUrl}`,
    `  API        ${desk.apiPublicUrl}/v1`,
    `  Reference  ${desk.apiPublicUrl}/v1/docs`,
  ];
  return [...lines, ...formatSignIn(desk), '', 'Ctrl-C stops the desk.', ''].join('\n');
}

/**
 * @param {Pick<Desk, 'adminEmail' | 'sampleData' | 'firstStart'>} desk
 * @returns {string[]} lines
 */
export function formatSignIn({ adminEmail, sampleData, firstStart: { administrator } }) {
  const setPassword = 'npm run desk -- people set-password';
  if (!administrator) {
    return ['', 'Sign in as before. If you lost your password, set a new one:', `  ${setPassword} ${adminEmail}`];
  }
  const { email, password } = administrator;
  const passwordText = password ? `${password}   (shown only once)` : 'the value of ADMIN_PASSWORD';
  const otherAgentLines = [
    '',
    'The sample desk has more agents. To sign in as one of them, set a password:',
    '  npm run desk -- people list',
    `  ${setPassword} EMAIL`,
  ];
  return [`  Sign in    ${email}`, `  Password   ${passwordText}`, ...(sampleData ? otherAgentLines : [])];
}
