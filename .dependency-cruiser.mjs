import { resources } from '#contract/resources';

/** The collections except jobs, because the other resources enqueue jobs. */
const collections = Object.values(resources)
  .map(({ collection }) => collection)
  .filter(collection => collection !== 'jobs');

/** The resource folders of the API. */
const resourceFolders = `(${[...collections, 'events', 'presence', 'oauth'].join('|')})`;

/** The feature folders of the web app. The parts of the frame import all features. */
const webFeatures = '(tickets|messages|gists|settings|mail|notifications)';
const webFrame = '(drafts|app/live-updates|palette|app/sidebar)';

/** Tests and their fixtures. */
const tests = String.raw`(\.test\.tsx?$|/testing/)`;

/**
 * The rules for imports between folders. In `pathNot`, $1 is the first group of `from.path`.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract does not depend on its implementation.',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: { pathNot: '^(api/contract|node_modules/zod)/' },
    },
    {
      name: 'parts-share-only-the-contract',
      comment: 'Other parts know only the contract of the API, and the API imports none of them.',
      severity: 'error',
      from: { path: '^(api|bff|web|e2e|server)/' },
      to: { path: '^(api|bff|web|e2e|tools)/', pathNot: '^($1|api/contract)/' },
    },
    {
      name: 'tools-are-separate',
      comment: 'A tool imports the parts, their fixtures and the files that all tools share, but no other tool.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/' },
      to: { path: '^tools/', pathNot: '^tools/(($1|workloads)/|[^/]+$)' },
    },
    {
      name: 'benchmarks-use-the-public-api',
      comment: 'Benchmarks measure the public API, with the fixtures of tests. Only jobs/ and files/ use internals.',
      severity: 'error',
      from: { path: '^tools/bench/', pathNot: '^tools/bench/(jobs|files)/' },
      to: { path: '^(api|bff|web)/', pathNot: '^api/(contract|testing|oauth/testing)/' },
    },
    {
      name: 'server-is-for-servers',
      comment: 'A browser runs no server. Tests of all parts share the fixtures that start servers.',
      severity: 'error',
      from: { path: '^(web|e2e|tools)/' },
      to: { path: '^server/', pathNot: '^server/testing/' },
    },
    {
      name: 'contract-is-imported-by-name',
      comment: 'Import "#contract" or "#contract/…" instead of a path into api/.',
      severity: 'error',
      from: { path: '^(bff|web|e2e|tools)/' },
      to: { path: '^api/contract/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'web-imports-contract-values-by-subpath',
      comment: "The contract's index would pull zod into the bundle; types cost nothing.",
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: '^api/contract/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resources-never-import-resources',
      comment: 'app.ts passes a resource the functions that it needs from another resource. Tests may sign people in.',
      severity: 'error',
      from: { path: `^api/${resourceFolders}/` },
      to: { path: `^api/${resourceFolders}/`, pathNot: '^api/($1|oauth/testing)/' },
    },
    {
      name: 'resources-import-contract-http-database',
      comment:
        "A resource's commands use command-line.ts and command-errors.ts, as its routes use http/. Resources also enqueue jobs, name tickets in mail addresses, and refer to files.",
      severity: 'error',
      from: { path: `^api/${resourceFolders}/`, pathNot: tests },
      to: {
        path: '^api/',
        pathNot:
          '^api/(($1|contract|http|database)/|command-(line|errors)\\.ts$|files/(driver|files)\\.ts$|jobs/(enqueue|handler)\\.ts$|mail/(address-token|desk-id|unsubscribe-token)\\.ts$)',
      },
    },
    {
      name: 'http-imports-no-resource',
      comment: 'The conventions in http/ apply to every resource.',
      severity: 'error',
      from: { path: '^api/http/', pathNot: tests },
      to: { path: `^api/(${resourceFolders}/|app\\.ts)` },
    },
    {
      name: 'database-imports-nothing-above',
      severity: 'error',
      from: { path: '^api/database/', pathNot: tests },
      to: { path: '^api/', pathNot: '^api/(database|contract)/' },
    },
    {
      name: 'database-imports-only-types-and-lists-from-contract',
      comment:
        'Tables are named after resources, enums are stored as positions in lists, and only changed settings are stored. Shapes and checks belong to the layers above.',
      severity: 'error',
      from: { path: '^api/database/', pathNot: tests },
      to: { path: '^api/contract/(?!enums|resources|default-settings)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-imports-no-feature',
      comment: 'Components in web/ui get all data as props.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: {
        path: '^web/',
        pathNot:
          '^web/(ui|app/styles)/|^web/(api-client/(errors|describe-error)|storage/(preferences|observable-store))\\.ts$',
      },
    },
    {
      name: 'connection-imports-nothing-above',
      comment: 'The connection to the desk handles all requests in the same way.',
      severity: 'error',
      from: { path: '^web/api-client/connection/' },
      to: { path: '^web/', pathNot: '^web/(api-client/(connection/|errors\\.ts$)|storage/observable-store\\.ts$)' },
    },
    {
      name: 'web-base-imports-no-feature',
      comment:
        'Features build on these folders, not the other way round. The page title has the number of unread notifications, and the preferences include those of notifications.',
      severity: 'error',
      from: {
        path: '^web/(api-client|storage|keyboard|list|files|markdown|toasts|people|mailboxes|session|presence)/',
      },
      to: {
        path: `^web/(${webFeatures}|${webFrame})/`,
        pathNot: '^web/notifications/(unread\\.ts|preferences\\.tsx)$',
      },
    },
    {
      name: 'web-features-import-no-frame',
      comment: 'The frame imports features, not the other way round, except for the button that opens the sidebar.',
      severity: 'error',
      from: { path: `^web/${webFeatures}/` },
      to: { path: `^web/${webFrame}/`, pathNot: '^web/app/sidebar/menu-button\\.tsx$' },
    },
    {
      name: 'gists-and-activity-import-no-tickets',
      comment: 'Tickets use gists and activity, not the other way round.',
      severity: 'error',
      from: { path: '^web/(gists|tickets/activity)/' },
      to: { path: `^web/${webFeatures}/`, pathNot: '^web/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-an-entry',
      comment: 'main.ts and desk.ts run when imported.',
      severity: 'error',
      from: {},
      to: { path: '^((api|bff|web)/main\\.tsx?|api/desk\\.ts)$' },
    },
    {
      name: 'product-imports-no-development-package',
      comment: '`npm start` does not install development packages.',
      severity: 'error',
      from: { path: '^(server|api|bff|web)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-imports-no-test',
      severity: 'error',
      from: { path: '^(server|api|bff|web)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no parser for dependency-cruiser. Without swc, it would read no imports, and pass.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.d.ts'],
    },
  },
};
