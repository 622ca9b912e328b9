/** Where the library keeps what belongs to an instance. */
declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  export default function instance(provider: object): Partial<import('./provider-internals.ts').ProviderInternals>;
}
