/* Shows the reference with Swagger UI, and sets up the sign-in with OAuth. */

const reference = await (await fetch('openapi.json')).json();
const docsUrl = `${reference.servers[0].url}/docs`;

// OAuth redirects to the public URL; only a page of that origin receives the result.
if (location.origin === new URL(docsUrl).origin) showReference();
else location.replace(docsUrl + location.hash);

function showReference() {
  followColorScheme();
  const ui = window.SwaggerUIBundle({
    dom_id: '#reference',
    spec: reference,
    oauth2RedirectUrl: `${docsUrl}/oauth2-redirect.html`,
    layout: 'DocsLayout',
    plugins: [ownParts],
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    syntaxHighlight: { theme: 'tomorrow-night' },
    validatorUrl: null,
  });
  ui.initOAuth({
    clientId: 'desk-docs',
    usePkceWithAuthorizationCodeGrant: true,
    scopes: ['tickets:read', 'messages:read', 'gists:read', 'people:read'],
  });
}

/** Switches Swagger UI's dark theme with the system's color scheme. */
function followColorScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}

/**
 * Replaces parts of Swagger UI. The layout has landmarks, and no server menu, since there is one server. The button
 * that opens an operation contains no link. The dialog opens at its top and has a labelled close button. Responses
 * scroll with the keyboard.
 */
function ownParts({ React: { createElement } }) {
  const DocsLayout = ({ getComponent }) => {
    const part = name => createElement(getComponent(name, true));
    return createElement(
      'div',
      { className: 'swagger-ui' },
      createElement(getComponent('SvgAssets')),
      createElement('header', { className: 'wrapper' }, part('InfoContainer'), part('AuthorizeBtnContainer')),
      createElement('main', { className: 'wrapper' }, part('errors'), part('operations'), part('Models')),
    );
  };
  const DeepLink = ({ text }) => createElement('span', null, text);
  const makeFocusable = code => code?.querySelector('pre')?.setAttribute('tabindex', '0');
  const CloseIcon = () => createElement('span', { role: 'img', 'aria-label': 'Close' }, '×');
  return {
    components: { DocsLayout, DeepLink, CloseIcon },
    wrapComponents: {
      Input: Original => props => createElement(Original, { ...props, autoFocus: false }),
      HighlightCode: Original => props => createElement('div', { ref: makeFocusable }, createElement(Original, props)),
    },
  };
}
