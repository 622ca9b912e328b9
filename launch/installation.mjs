/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lockfile package-lock.json, or npm's record of what it installed
 */

/**
 * Says whether everything that package-lock.json names is installed, in the very same versions. Packages for other platforms
 * (`optional`) are nobody's to miss.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json, which npm writes at the end of every installation
 * @param {{ development: boolean }} scope whether the packages for development count too
 */
export function isInstalled(wanted, installed, { development }) {
  const present = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return Boolean(entry.optional || (entry.dev && !development) || (entry.devOptional && !development));
  });
}

/**
 * Says whether the packages for development were installed too; a later installation must not take them away.
 * @param {Lockfile} installed
 */
export function hasDevelopmentPackages(installed) {
  return Object.values(installed.packages ?? {}).some(entry => entry.dev && !entry.optional);
}
