/** oidc-provider's own adapter. Without a configured one, it warns. */
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(): import('oidc-provider').AdapterConstructor;
}
