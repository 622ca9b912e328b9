/** The rooms of the API, one per noun. */
const rooms = '(tickets|messages|gists|people|views|events|oauth)';

/** The rooms of the web app about what the desk holds, and those parts that lead to all of them. */
const webRooms = '(tickets|messages|activity|gists|views|bulk)';
const webFrame = '(drafts|news|palette|person|rail)';

/** Tests, and what only they use. */
const tests = String.raw`(\.test\.tsx?$|/testing/)`;

/**
 * Who may import whom: the diagram of the parts, as rules. In `pathNot`, $1 is what the first group of `from.path` matched.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      comment: 'What is promised knows nothing of how it is kept.',
      severity: 'error',
      from: { path: '^api/contract/' },
      to: { pathNot: '^(api/contract|node_modules/zod)/' },
    },
    {
      name: 'parts-meet-at-the-contract',
      comment: 'All others know the API by its contract alone, and it knows nobody above it.',
      severity: 'error',
      from: { path: '^(api|bff|web|e2e|server)/' },
      to: { path: '^(api|bff|web|e2e)/', pathNot: '^($1|api/contract)/' },
    },
    {
      name: 'server-is-for-servers',
      comment: 'A browser runs no server; tests of all parts share what starts one.',
      severity: 'error',
      from: { path: '^(web|e2e)/' },
      to: { path: '^server/', pathNot: '^server/testing/' },
    },
    {
      name: 'contract-is-called-by-its-name',
      comment: 'Import "#contract" or "#contract/…" instead of a path into api/.',
      severity: 'error',
      from: { path: '^(bff|web|e2e)/' },
      to: { path: '^api/contract/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'web-imports-contract-values-by-subpath',
      comment: "Through the contract's index, zod would come along into the bundle; its types cost nothing.",
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: '^api/contract/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rooms-never-import-rooms',
      comment: 'app.ts hands one room the function that it needs from another.',
      severity: 'error',
      from: { path: `^api/${rooms}/` },
      to: { path: `^api/${rooms}/`, pathNot: '^api/$1/' },
    },
    {
      name: 'rooms-import-contract-http-database',
      comment:
        "Nothing else of the API is theirs to know; command-line.ts is to a room's commands what http/ is to its routes.",
      severity: 'error',
      from: { path: `^api/${rooms}/`, pathNot: tests },
      to: { path: '^api/', pathNot: '^api/(($1|contract|http|database)/|command-line\\.ts$)' },
    },
    {
      name: 'http-knows-no-room',
      comment: 'A convention serves every room alike.',
      severity: 'error',
      from: { path: '^api/http/', pathNot: tests },
      to: { path: `^api/(${rooms}/|app\\.ts)` },
    },
    {
      name: 'database-imports-nothing-above',
      severity: 'error',
      from: { path: '^api/database/', pathNot: tests },
      to: { path: '^api/', pathNot: '^api/(database|contract)/' },
    },
    {
      name: 'database-takes-types-and-words-only-from-contract',
      comment: 'What is stored as a rank is a position in the vocabulary; shapes and checks are for those above.',
      severity: 'error',
      from: { path: '^api/database/', pathNot: tests },
      to: { path: '^api/contract/(?!vocabulary)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-imports-no-room',
      comment: 'The parts in web/ui are dumb: what they show is handed to them.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/((?!ui/)[^/]+/|api\\.ts$)' },
    },
    {
      name: 'connection-imports-nothing-above',
      comment: 'The way to the desk serves whatever goes along it.',
      severity: 'error',
      from: { path: '^web/connection/' },
      to: { path: '^web/', pathNot: '^web/(connection/|(api-errors|store)\\.ts$)' },
    },
    {
      name: 'web-groundwork-imports-no-room',
      comment: 'What every room stands on knows none of them.',
      severity: 'error',
      from: { path: '^web/(code|kept|keyboard|list|markdown|notices|people|session|share)/' },
      to: { path: `^web/(${webRooms}|${webFrame})/` },
    },
    {
      name: 'web-rooms-import-no-frame',
      comment: 'What leads to every room is known by none; the button that opens the rail is its door.',
      severity: 'error',
      from: { path: `^web/${webRooms}/` },
      to: { path: `^web/${webFrame}/`, pathNot: '^web/rail/menu-button\\.tsx$' },
    },
    {
      name: 'gists-and-activity-know-no-tickets',
      comment: 'A ticket shows what was done to it, and is answered with gists; neither needs to know.',
      severity: 'error',
      from: { path: '^web/(gists|activity)/' },
      to: { path: `^web/${webRooms}/`, pathNot: '^web/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-imports-an-entry',
      comment: 'main and desk run when imported.',
      severity: 'error',
      from: {},
      to: { path: '^((api|bff|web)/main\\.tsx?|api/desk\\.ts)$' },
    },
    {
      name: 'product-needs-no-development-package',
      comment: '`npm start` does not install them.',
      severity: 'error',
      from: { path: '^(server|api|bff|web)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-needs-no-test',
      severity: 'error',
      from: { path: '^(server|api|bff|web)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'every-import-is-found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no parser that dependency-cruiser could use: left to itself it would see nothing and pass.
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
