/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }}
 * LockEntry
 * @typedef {{ packages?: Record<string, LockEntry> }} Lockfile package-lock.json, or npm's record of what it installed
 */

/**
 * Returns whether all packages of package-lock.json are installed in the same versions. Optional packages (for other
 * platforms) may be missing.
 * @param {Lockfile} lockfile package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json, which npm writes after every installation
 * @param {{ development: boolean }} scope whether development packages are required
 */
export function isInstalled(lockfile, installed, { development }) {
  const present = installed.packages ?? {};
  return Object.entries(lockfile.packages ?? {}).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    return Boolean(entry.optional || (entry.dev && !development) || (entry.devOptional && !development));
  });
}

/**
 * Returns whether development packages are installed; a later installation must not remove them.
 * @param {Lockfile} installed
 */
export function hasDevelopmentPackages(installed) {
  return Object.values(installed.packages ?? {}).some(entry => entry.dev && !entry.optional);
}
