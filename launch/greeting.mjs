/**
 * Says where to go and how to sign in, once the desk answers.
 * @param {{ publicUrl: string, apiPublicUrl: string, adminEmail: string, news: import('./narrator.mjs').News }} desk
 */
export function composeGreeting({ publicUrl, apiPublicUrl, adminEmail, news }) {
  const lines = ['', 'Stardesk is ready.', '', `  Desk       ${publicUrl}`, `  API        ${apiPublicUrl}/v1`];
  return [...lines, ...composeSignIn(adminEmail, news), '', 'Ctrl-C stops it.', ''].join('\n');
}

/**
 * @param {string} adminEmail
 * @param {import('./narrator.mjs').News} news
 * @returns {string[]} lines
 */
export function composeSignIn(adminEmail, { administrator, sampleData }) {
  const setPassword = 'npm run desk -- people set-password';
  if (!administrator) {
    return ['', 'Sign in as before. A new password, if yours is lost:', `  ${setPassword} ${adminEmail}`];
  }
  const { email, password } = administrator;
  const shown = password ? `${password}   (shown only this once)` : 'the one in ADMIN_PASSWORD';
  const others = [
    '',
    'The sample desk has more agents; to sign in as one of them, give them a password:',
    '  npm run desk -- people list',
    `  ${setPassword} EMAIL`,
  ];
  return [`  Sign in    ${email}`, `  Password   ${shown}`, ...(sampleData ? others : [])];
}
