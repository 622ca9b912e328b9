/** Returns oidc-provider's private state of a provider. */
declare module 'oidc-provider/lib/helpers/weak_cache.js' {
  export default function instance(provider: object): Partial<import('./provider-internals.ts').ProviderInternals>;
}
