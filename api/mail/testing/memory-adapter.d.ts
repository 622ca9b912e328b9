/** oidc-provider's own adapter; oidc-provider warns if no adapter is configured. */
declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(): import('oidc-provider').AdapterConstructor;
}
